// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs other programs, beside ours or to their end, and captures their output.
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
  int exitCode = -1; // -1 unless it exited normally
  int signal = 0;    // the signal that ended it; 0: none
  bool timedOut = false;
  std::string output; // standard output, its first 64 MB
  std::string errors; // standard error, the same

  bool succeeded() const { return exitCode == 0 && !timedOut; }
};

struct ProcessOptions {
  std::filesystem::path input = "/dev/null"; // standard input
  std::filesystem::path directory;           // its working folder; empty: ours
  std::vector<std::string> environment;      // "NAME=value", added to ours
  double timeoutSeconds = 0; // 0: none; after it, SIGKILL to its group
  // 0: none; after it, SIGKILL to its group, and wait() throws
  // Error(CompileFailed).
  double mostSeconds = 0;
  uint64_t addressSpace =
      0; // bytes that it may map; 0: as many as this process
  // The program is made of the code under test, whose constructors run ahead of
  // its main. So it can signal neither this process, nor our group, nor all
  // processes at once, and writes only to temporary files and, if it has a
  // directory, to files there.
  bool isForeign = false;
  // Asked about ten times a second while we wait; false has the effect of a
  // timeout.
  std::function<bool()> goesOn = [] { return true; };
};

// A program that runs beside ours. Its output stays in pipes until it is waited
// for, so a program that writes more than these hold stands still.
class Process {
public:
  // Starts argv[0], searched in PATH. Throws Error(BadInput) when the input
  // cannot be read.
  explicit Process(const std::vector<std::string> &argv,
                   const ProcessOptions &options = {});
  // Kills the program and its children unless it has ended, and waits for their
  // end, so that they write no more files.
  ~Process();
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  // Waits for the program's end. Throws Error(BadInput) when it could not be
  // started. When interrupted, kills it and throws as throwIfInterrupted does.
  // require: not called before
  ProcessResult wait();

private:
  using Clock = RunClock;

  bool follow(ProcessResult &result, Clock::time_point until,
              bool heedInterrupts) const;
  int end(ProcessResult &result, bool isKilled);

  std::string name;
  Clock::time_point deadline = Clock::time_point::max();
  Clock::time_point latest =
      Clock::time_point::max(); // after which wait() throws
  std::function<bool()> goesOn;
  pid_t child = 0; // 0 from its end on
  FileDescriptor output, errors;
  FileDescriptor startError; // errno of a failed start
  FileDescriptor life;       // becomes readable when the child ends
};

// Starts a program and waits for it.
ProcessResult runProcess(const std::vector<std::string> &argv,
                         const ProcessOptions &options = {});

// As long as it lives, `tick` is called about ten times a second while this
// process waits for a program that writes nothing, as compilers do.
// require: no other WaitWatch lives
class WaitWatch {
public:
  explicit WaitWatch(std::function<void()> tick);
  ~WaitWatch();
  WaitWatch(const WaitWatch &) = delete;
  WaitWatch &operator=(const WaitWatch &) = delete;

  // In a forked child: drops the parent's watch.
  static void forget();
};

// The programs that this process has started and not yet waited for.
const std::set<pid_t> &runningPrograms();

// The path of a program: its name if that is a path, else the first in PATH.
std::optional<std::filesystem::path> findProgram(const std::string &name);

} // namespace coverme

#endif
