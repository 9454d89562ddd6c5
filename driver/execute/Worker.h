// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Foreign code runs in forked workers only. The parent watches, and outlives
// whatever happens there.
#ifndef COVERME_DRIVER_EXECUTE_WORKER_H
#define COVERME_DRIVER_EXECUTE_WORKER_H

#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace coverme {

struct WorkerEnd {
  bool finished = false;  // the job returned
  bool hasLoaded = false; // noteLoaded was called
  bool hung = false;      // killed because `heartbeat` stood still
  bool givenUp = false;   // killed because `grace` or `deadline` is over
  int signal = 0;         // that ended it
  int exitCode = 0;       // when the code under test ended the process
  // Of an exception that nobody expected and that ended the job: a fault of
  // ours, or of code that has overwritten our memory.
  std::optional<std::string> failure;

  // Killed by somebody else: the kernel when memory is scarce, or a user. The
  // code under test has no way to (Sandbox.h).
  bool wasLost() const { return signal == SIGKILL && !hung && !givenUp; }
};

// For constructors of foreign code.
constexpr double kLoadSeconds = 5;

struct WorkerWatch {
  // A number that grows while the worker makes progress; when it stands still
  // for hangSeconds the worker is killed.
  std::function<uint64_t()> heartbeat;
  double hangSeconds = 5;
  // So it is when a call of the code, which `isInCall` tells of, has spent
  // these seconds of the processor.
  std::function<bool()> isInCall;
  double busySeconds = 1;
  // Sent to it now and then while it is in a call; 0: nothing is.
  int askSignal = 0;
  // As long may it take until it has loaded, if that is more.
  double loadSeconds = 0;
  // As long may it go on after an interrupt of the parent; counts from here.
  InterruptGrace grace{1};
  // Then it is killed.
  std::optional<Deadline> deadline;
  // Called now and then (about ten times a second) by the parent.
  std::function<void()> tick;
};

// Runs `job` in a forked child without standard input and output, in the folder
// `directory` (empty: ours), which is made if it is not there, and waits for
// it. An Error that the job throws is thrown here again.
WorkerEnd runInWorker(const std::function<void()> &job,
                      const WorkerWatch &watch,
                      const std::filesystem::path &directory = {});

// "SIGSEGV", or "signal 34" of one without a name.
std::string signalName(int number);

// In a worker: foreign code is loaded, and will be called. What the worker
// tells us later is in memory that this code cannot write to.
void noteLoaded();

// Throws Error(CompileFailed), which says how a worker ended that died while it
// loaded the object: in the constructors of the code under test.
// require: end.hasLoaded is false, and the worker has not finished
[[noreturn]] void failToLoad(const WorkerEnd &end);

} // namespace coverme

#endif
