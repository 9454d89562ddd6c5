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
#include <limits>
#include <optional>
#include <string>

namespace coverme {

struct WorkerEnd {
  bool finished = false;  // the job returned
  bool hasLoaded = false; // noteLoaded was called
  bool hung = false;      // killed as its heartbeat stood still
  bool slept = false;     // it hung in a call that waited, for sleepSeconds
  bool givenUp = false;   // killed as grace or deadline was over
  int signal = 0;         // the signal that ended it; 0: none
  int exitCode = 0;       // its status, if the code under test called exit
  // The text of an unexpected exception that ended the job: a fault of ours, or
  // of code that has overwritten our memory.
  std::optional<std::string> failure;

  // Was it killed by somebody else? That is the kernel when memory is scarce,
  // or a user: the code under test cannot (Sandbox.h).
  bool wasLost() const { return signal == SIGKILL && !hung && !givenUp; }
};

// The time that constructors of foreign code may take.
constexpr double kLoadSeconds = 5;

struct WorkerWatch {
  // A number that grows while the worker makes progress; when it stands still
  // for hangSeconds the worker is killed. What it waits for a processor does
  // not count.
  std::function<uint64_t()> heartbeat;
  double hangSeconds = 5;
  // The worker is also killed when one call (`isInCall` says whether one is
  // running) has taken busySeconds of processor time.
  std::function<bool()> isInCall;
  double busySeconds = 1;
  // Or when one call has waited for so long, without a thread that could run:
  // it sleeps, or nobody will answer it.
  double sleepSeconds = std::numeric_limits<double>::infinity();
  // A signal that is sent to the worker now and then while it is in a call; 0:
  // none.
  int askSignal = 0;
  // Until the worker has loaded the object, this replaces hangSeconds if it is
  // longer.
  double loadSeconds = 0;
  // How long the worker may go on after an interrupt of the parent, and at
  // least from the making of this on.
  InterruptGrace grace{1};
  // When this is over, the worker is killed.
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

// To be called in a worker when foreign code is loaded and may be called from
// now on. What the worker tells its parent later is in memory that this code
// cannot write to.
void noteLoaded();

// Throws Error(CompileFailed) that says how a worker died while it loaded the
// object, in the constructors of the code under test.
// require: end.hasLoaded and end.finished are false
[[noreturn]] void failToLoad(const WorkerEnd &end);

} // namespace coverme

#endif
