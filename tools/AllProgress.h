// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far --all is, on standard error.
#ifndef COVERME_TOOLS_ALLPROGRESS_H
#define COVERME_TOOLS_ALLPROGRESS_H

#include "Output.h"
#include "batch/FileRun.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <filesystem>
#include <string>

namespace coverme {

class AllProgress {
public:
  // isShown: on a line that is rewritten. tellsEach: with a line for each
  // function that has ended, from the second second on.
  AllProgress(bool isShown, bool tellsEach, size_t files);

  // The next file's turn.
  void begin(const std::filesystem::path &source);
  // What FileOptions call.
  void show(const FileProgress &progress);
  void tell(const Function &function, const FunctionRow &row);
  void clear() { line.clear(); }

private:
  // "file 2 of 9: ", of several.
  std::string whichFile() const;

  bool tellsEach;
  size_t files, number = 0;
  std::filesystem::path source;
  std::string untold; // of the first second
  Stopwatch sinceStart, sinceBegin;
  ProgressLine line;
  WaitWatch compiling;
};

} // namespace coverme

#endif
