// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kept tests are built: the paths and flags that they need in their folder,
// the command that a C file names, and the CMakeLists.txt.
#ifndef COVERME_DRIVER_KEEP_KEPTBUILD_H
#define COVERME_DRIVER_KEEP_KEPTBUILD_H

#include "frontend/c/Flags.h"
#include "keep/Recording.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

class KeptBuild {
public:
  // `kind` is that of --emit.
  KeptBuild(const std::string &kind, const RunResult &result,
            std::filesystem::path folder);

  bool isGoogle() const { return kind == "gtest"; }

  // The part that stands for the function in names of files, targets and
  // functions.
  std::string name() const { return prefix; }
  // The names of the file of tests and, for GoogleTest, of the file that calls
  // the code.
  std::string testFile() const;
  std::string callFile() const;
  std::string sourcePath() const;

  // The command that builds and runs the tests of one file.
  std::string command() const;

  // The text of CMakeLists.txt. `kept` are the numbers of the tests.
  std::string cmakeText(const std::vector<size_t> &kept) const;

private:
  std::string seen(const std::filesystem::path &path) const;
  SplitFlags flags(const std::string &prefix) const;
  std::vector<std::string> others() const;
  std::string cmakeObjects(const std::string &target, const std::string &files,
                           const std::string &compile) const;

  const std::string kind;
  const RunResult &result;
  const std::filesystem::path folder; // of the tests
  const Function &entry;
  const std::string prefix;
  const bool isCxx;
};

} // namespace coverme

#endif
