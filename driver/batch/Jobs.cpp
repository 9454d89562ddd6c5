// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/Jobs.h"

#include "support/Children.h"
#include "support/Interrupt.h"
#include "support/Subprocess.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace coverme {
namespace {

constexpr int kTickMs = 100;

int waitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

} // namespace

// While it lives, orphans among our descendants become our children.
JobPool::JobPool(size_t atOnce, JobWatch watch)
    : atOnce(atOnce), watch(std::move(watch)) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

// Whatever ends the run, no job outlives it.
JobPool::~JobPool() {
  for (const Running &one : running)
    ::kill(one.child, SIGKILL);
  for (const Running &one : running)
    waitFor(one.child);
  if (!std::exchange(running, {}).empty())
    killOrphans();
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
}

void JobPool::add(JobBatch batch) {
  const size_t count = batch.count;
  batches.push_back({std::move(batch), SharedArray<uint8_t>(count)});
}

size_t JobPool::waiting() const {
  size_t count = 0;
  for (size_t i = current; i < batches.size(); ++i)
    count += batches[i].jobs.count - batches[i].next;
  return count;
}

// The one with the next job to be started. Null if none is left.
JobPool::Batch *JobPool::nextBatch() {
  while (current < batches.size() &&
         batches[current].next == batches[current].jobs.count)
    ++current;
  return current < batches.size() ? &batches[current] : nullptr;
}

bool JobPool::step(int milliseconds) {
  if (!running.empty()) {
    seeEnds(milliseconds);
    passInterruptOn();
  }
  while (Batch *batch = nextBatch()) {
    if (running.size() >= atOnce || interruptSignal() != 0 ||
        (watch.mayStart && !watch.mayStart()))
      break;
    start(*batch);
  }
  if (watch.tick)
    watch.tick();
  return !running.empty();
}

void JobPool::await() {
  while (step(kTickMs)) {
  }
}

void JobPool::awaitWaiting(size_t most) {
  while (step(kTickMs) && waiting() > most) {
  }
}

void JobPool::start(Batch &batch) {
  const size_t index = batch.next++;
  const pid_t child = forkChild();
  if (child == 0)
    runChild(batch, index);
  running.push_back({&batch, index, child, openProcess(child)});
}

void JobPool::runChild(const Batch &batch, size_t index) {
  // A group of its own: a Ctrl-C comes from us, once, as other signals do.
  ::setpgid(0, 0);
  WaitWatch::forget();
  const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::dup2(null.get(), stream);
  batch.jobs.job(index);
  batch.returned[index] = 1;
  ::_exit(0);
}

void JobPool::seeEnds(int milliseconds) {
  std::vector<pollfd> lives;
  for (const Running &one : running)
    lives.push_back({one.life.get(), POLLIN, 0});
  if (::poll(lives.data(), lives.size(), milliseconds) <= 0)
    return;
  for (size_t i = lives.size(); i-- > 0;)
    if (lives[i].revents != 0)
      finish(i);
}

void JobPool::finish(size_t place) {
  const Running over = std::move(running[place]);
  running.erase(running.begin() + static_cast<std::ptrdiff_t>(place));
  const int status = waitFor(over.child);
  JobEnd end;
  end.wasStarted = true;
  end.finished = over.batch->returned[over.index] != 0;
  if (!end.finished) {
    if (WIFSIGNALED(status))
      end.signal = WTERMSIG(status);
    else
      end.exitCode = WEXITSTATUS(status);
    killOrphans();
  }
  if (over.batch->jobs.ended)
    over.batch->jobs.ended(over.index, end);
}

// Children that are neither jobs nor programs of ours were left behind by a job
// that died, or by what that had left.
void JobPool::killOrphans() const {
  std::set<pid_t> ours = runningPrograms();
  for (const Running &one : running)
    ours.insert(one.child);
  for (bool wereThere = true; wereThere;) {
    wereThere = false;
    for (const pid_t child : childrenOf(::getpid())) {
      if (ours.contains(child) || ::kill(child, SIGKILL) != 0)
        continue;
      waitFor(child);
      wereThere = true;
    }
  }
}

void JobPool::passInterruptOn() {
  if (interruptSignal() == 0)
    return;
  const bool isFirst = !sinceInterrupt;
  if (isFirst)
    sinceInterrupt.emplace();
  else if (sinceInterrupt->seconds() <= watch.graceSeconds)
    return;
  for (const Running &one : running)
    ::kill(one.child, isFirst ? interruptSignal() : SIGKILL);
}

std::vector<JobEnd> runJobs(size_t count, size_t atOnce,
                            const std::function<void(size_t)> &job,
                            const JobWatch &watch) {
  std::vector<JobEnd> ends(count);
  JobPool pool(atOnce, watch);
  pool.add({count, job,
            [&](size_t index, const JobEnd &end) { ends[index] = end; }});
  pool.await();
  return ends;
}

} // namespace coverme
