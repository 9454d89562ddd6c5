// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other programs, run beside ours or to their end, with their output captured.
#ifndef COVERME_DRIVER_SUPPORT_SUBPROCESS_H
#define COVERME_DRIVER_SUPPORT_SUBPROCESS_H

#include "support/FileDescriptor.h"
#include "support/Stopwatch.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

struct ProcessResult {
  int exitCode = -1; // of a normal exit, else -1
  int signal = 0;    // that ended it, else 0
  bool timedOut = false;
  std::string output; // standard output, its first 64 MB
  std::string errors; // standard error, the same

  bool succeeded() const { return exitCode == 0 && !timedOut; }
};

struct ProcessOptions {
  std::filesystem::path input = "/dev/null"; // standard input
  std::filesystem::path directory;           // to run in; empty: ours
  std::vector<std::string> environment;      // "NAME=value", added to ours
  double timeoutSeconds = 0; // 0: none; then SIGKILL to its group
  // 0: none; then the same, and wait() throws Error(CompileFailed).
  double mostSeconds = 0;
  uint64_t addressSpace = 0; // bytes that it may map; 0: as many as we
  // Made of the code under test, whose constructors run ahead of its main: it
  // can signal neither us, nor our group, nor all processes at once, and writes
  // to files of its directory, if it has one, and temporary ones alone.
  bool isForeign = false;
  // Asked about ten times a second while we wait; false is as a timeout.
  std::function<bool()> goesOn = [] { return true; };
};

// A program that runs beside ours. What it writes stays in pipes until it is
// waited for, so that one that writes more than these hold stands still.
class Process {
public:
  // Starts argv[0], searched in PATH. Throws Error(BadInput) when the input
  // cannot be read.
  explicit Process(const std::vector<std::string> &argv,
                   const ProcessOptions &options = {});
  // Kills it and its children unless it has ended, and waits for their end, so
  // that they write no more files.
  ~Process();
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  // Waits for its end. Throws Error(BadInput) when the program could not be
  // started, and as throwIfInterrupted does; then the program is killed.
  // require: not called before
  ProcessResult wait();

private:
  using Clock = RunClock;

  bool follow(ProcessResult &result, Clock::time_point until,
              bool heedInterrupts) const;
  int end(ProcessResult &result, bool isKilled);

  std::string name;
  Clock::time_point deadline = Clock::time_point::max();
  Clock::time_point latest = Clock::time_point::max(); // for an Error
  std::function<bool()> goesOn;
  pid_t child = 0; // 0 from its end on
  FileDescriptor output, errors;
  FileDescriptor startError; // errno of a failed start
  FileDescriptor life;       // becomes readable when the child ends
};

// Starts a program and waits for it.
ProcessResult runProcess(const std::vector<std::string> &argv,
                         const ProcessOptions &options = {});

// As long as it lives, it is told about ten times a second while we wait for a
// program that has nothing to say, as compilers have not.
// require: no other one lives
class WaitWatch {
public:
  explicit WaitWatch(std::function<void()> tick);
  ~WaitWatch();
  WaitWatch(const WaitWatch &) = delete;
  WaitWatch &operator=(const WaitWatch &) = delete;

  // In a forked child, whose waiting is its own affair.
  static void forget();
};

// The programs that we have started and whose end nobody has waited for.
const std::set<pid_t> &runningPrograms();

// Where a program is: as named if that is a path, else the first in PATH.
std::optional<std::filesystem::path> findProgram(const std::string &name);

} // namespace coverme

#endif
