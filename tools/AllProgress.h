// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows on standard error how far --all is.
#ifndef COVERME_TOOLS_ALLPROGRESS_H
#define COVERME_TOOLS_ALLPROGRESS_H

#include "Output.h"
#include "batch/FileRun.h"
#include "support/Stopwatch.h"

#include <filesystem>
#include <string>

namespace coverme {

class AllProgress {
public:
  // isShown: on a line that is rewritten. tellsEach: with a line for each
  // function that has ended, from the second second on.
  AllProgress(bool isShown, bool tellsEach, size_t files);

  // The next file's turn: it is compiled, while functions of others may run.
  void begin(const std::filesystem::path &source);
  // The file of begin() is compiled.
  void endCompiling() { isCompiling = false; }
  // `progress` is that of all files so far.
  void show(const FileProgress &progress);
  // Reports a function that has ended; for FileOptions::ended.
  void tell(const Function &function, const FunctionRow &row);
  void clear() { line.clear(); }

private:
  std::string wordsOf(const FileProgress &progress) const;

  bool tellsEach, isCompiling = false;
  size_t files, number = 0;
  std::filesystem::path source;
  std::string untold; // of the first second: lines that are not printed yet
  Stopwatch sinceStart, sinceBegin;
  ProgressLine line;
};

} // namespace coverme

#endif
