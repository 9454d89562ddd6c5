// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other programs, run to their end with their output captured.
#ifndef COVERME_DRIVER_SUPPORT_SUBPROCESS_H
#define COVERME_DRIVER_SUPPORT_SUBPROCESS_H

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct ProcessResult {
  int exitCode = -1; // of a normal exit, else -1
  int signal = 0;    // that ended it, else 0
  bool timedOut = false;
  std::string output; // standard output
  std::string errors; // standard error

  bool succeeded() const { return exitCode == 0 && !timedOut; }
};

struct ProcessOptions {
  std::filesystem::path directory;      // to run in; empty: ours
  std::vector<std::string> environment; // "NAME=value", added to ours
  double timeoutSeconds = 0;            // 0: none; then SIGKILL to its group
};

// Runs argv[0], searched in PATH, with empty standard input.
// Throws Error(BadInput) when the program cannot be started, and as
// throwIfInterrupted does; then the program is killed.
ProcessResult runProcess(const std::vector<std::string> &argv,
                         const ProcessOptions &options = {});

} // namespace coverme

#endif
