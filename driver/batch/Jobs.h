// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs side by side, each in a forked process that may die without taking
// anything else with it.
#ifndef COVERME_DRIVER_BATCH_JOBS_H
#define COVERME_DRIVER_BATCH_JOBS_H

#include <cstddef>
#include <functional>
#include <vector>

namespace coverme {

struct JobEnd {
  bool wasStarted = false;
  bool finished = false; // the job returned
  int signal = 0;        // that ended it before, or 0
  int exitCode = 0;      // with which it ended before, or 0
};

struct JobWatch {
  // Called by the parent, about ten times a second and at each end of a job.
  std::function<void()> tick;
  // Called by the parent when a job has ended, with its number.
  std::function<void(size_t, const JobEnd &)> ended = {};
  // How long jobs may go on after an interrupt to bring in what they have;
  // then they are killed.
  double graceSeconds = 10;
  // May another job be started? Empty: yes.
  std::function<bool()> mayStart = {};
};

// Runs job(0) to job(count - 1), at most `atOnce` at the same time, started in
// this order. A job has standard streams that lead nowhere, dies when we do,
// and hears of our interrupts (support/Interrupt.h), after which no other is
// started. What a job that died has left running is killed, too.
// require: no other children are running, and jobs do not throw.
std::vector<JobEnd> runJobs(size_t count, size_t atOnce,
                            const std::function<void(size_t)> &job,
                            const JobWatch &watch);

} // namespace coverme

#endif
