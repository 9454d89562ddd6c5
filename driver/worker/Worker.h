// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Foreign code runs in forked workers only. The parent watches, and outlives
// whatever happens there.
#ifndef COVERME_DRIVER_WORKER_WORKER_H
#define COVERME_DRIVER_WORKER_WORKER_H

#include "support/Interrupt.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace coverme {

struct WorkerEnd {
  bool finished = false; // the job returned
  bool hung = false;     // killed because `heartbeat` stood still
  bool givenUp = false;  // killed because `grace` is over
  int signal = 0;        // that ended it
  int exitCode = 0;      // when the code under test ended the process

  // Killed by somebody else: the kernel when memory is scarce, or a user. The
  // code under test has no way to (runtime/guards/Processes.cpp).
  bool wasLost() const { return signal == SIGKILL && !hung && !givenUp; }
};

struct WorkerWatch {
  // A number that grows while the worker makes progress; when it stands still
  // for hangSeconds the worker is killed.
  std::function<uint64_t()> heartbeat;
  double hangSeconds = 5;
  // As long may it go on after an interrupt of the parent; counts from here.
  InterruptGrace grace{1};
  // Called now and then (about ten times a second) by the parent.
  std::function<void()> tick;
};

// Runs `job` in a forked child without standard input and output, in the folder
// `directory` (empty: ours), and waits for it. An Error that the job throws is
// thrown here again.
WorkerEnd runInWorker(const std::function<void()> &job,
                      const WorkerWatch &watch,
                      const std::filesystem::path &directory = {});

} // namespace coverme

#endif
