// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs jobs side by side, each in a forked process that may die without taking
// anything else with it. More may be added while some are running.
#ifndef COVERME_DRIVER_BATCH_JOBS_H
#define COVERME_DRIVER_BATCH_JOBS_H

#include "execute/SharedArray.h"
#include "support/FileDescriptor.h"
#include "support/Stopwatch.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <sys/types.h>
#include <vector>

namespace coverme {

struct JobEnd {
  bool wasStarted = false;
  bool finished = false; // the job returned
  int signal = 0;        // the signal that ended it before that; 0: none
  int exitCode = 0;      // its exit status if it ended before that; else 0
};

struct JobWatch {
  // Called by the parent, about ten times a second and at each end of a job.
  std::function<void()> tick = {};
  // How long jobs may go on after an interrupt to deliver what they have; then
  // they are killed.
  double graceSeconds = 10;
  // May another job be started? Empty: yes.
  std::function<bool()> mayStart = {};
};

// The jobs job(0) to job(count - 1). The parent calls `ended` (unless it is
// empty) when one has ended, with its number.
struct JobBatch {
  size_t count;
  std::function<void(size_t)> job;
  std::function<void(size_t, const JobEnd &)> ended = {};
};

// Runs jobs, at most `atOnce` at the same time, started in the order in which
// they were added. A job's standard streams lead nowhere; it dies when this
// process does, and hears of our interrupts (support/Interrupt.h), after which
// no more jobs are started. What a job that died has left running is killed; so
// is what is running when the pool is destroyed.
// require: no other children are running but programs (support/Subprocess.h),
// and jobs do not throw
class JobPool {
public:
  explicit JobPool(size_t atOnce, JobWatch watch = {});
  ~JobPool();
  JobPool(const JobPool &) = delete;
  JobPool &operator=(const JobPool &) = delete;

  void add(JobBatch batch);

  // Waits at most this long for a job to end, and starts others in place of
  // those that have ended. Returns false if none is running then.
  bool step(int milliseconds);
  // Wait until no job is running; or until no more than `most` are waiting, as
  // long as some are running.
  void await();
  void awaitWaiting(size_t most);

private:
  struct Batch {
    JobBatch jobs;
    SharedArray<uint8_t> returned;
    size_t next = 0; // to be started
  };
  struct Running {
    Batch *batch;
    size_t index;
    pid_t child;
    FileDescriptor life; // becomes readable when it ends
  };

  size_t waiting() const;
  Batch *nextBatch();
  void start(Batch &batch);
  [[noreturn]] static void runChild(const Batch &batch, size_t index);
  void seeEnds(int milliseconds);
  void finish(size_t place);
  void killOrphans() const;
  void passInterruptOn();

  size_t atOnce;
  JobWatch watch;
  std::deque<Batch> batches; // those before `current` have been started
  size_t current = 0;
  std::vector<Running> running;
  std::optional<Stopwatch> sinceInterrupt;
};

// Runs job(0) to job(count - 1) to their ends.
std::vector<JobEnd> runJobs(size_t count, size_t atOnce,
                            const std::function<void(size_t)> &job,
                            const JobWatch &watch = {});

} // namespace coverme

#endif
