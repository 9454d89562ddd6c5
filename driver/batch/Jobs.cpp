// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/Jobs.h"

#include "execute/SharedArray.h"
#include "support/Children.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace coverme {
namespace {

constexpr int kTickMs = 100;

// While it lives, orphans among our descendants become our children.
class Adoption {
public:
  Adoption() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
  ~Adoption() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
  Adoption(const Adoption &) = delete;
  Adoption &operator=(const Adoption &) = delete;
};

int waitFor(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

class JobRunner {
public:
  JobRunner(size_t count, const std::function<void(size_t)> &job,
            const JobWatch &watch)
      : job(job), watch(watch), returned(count), ends(count) {}

  // Whatever ends the run, no job outlives it.
  ~JobRunner() {
    for (const Running &one : running)
      ::kill(one.child, SIGKILL);
    for (const Running &one : running)
      waitFor(one.child);
    if (!std::exchange(running, {}).empty())
      killOrphans();
  }
  JobRunner(const JobRunner &) = delete;
  JobRunner &operator=(const JobRunner &) = delete;

  std::vector<JobEnd> run(size_t atOnce) {
    size_t next = 0;
    for (;;) {
      while (running.size() < atOnce && next < ends.size() &&
             interruptSignal() == 0 && (!watch.mayStart || watch.mayStart()))
        start(next++);
      if (running.empty())
        return ends;
      await();
      passInterruptOn();
      if (watch.tick)
        watch.tick();
    }
  }

private:
  struct Running {
    size_t index;
    pid_t child;
    FileDescriptor life; // becomes readable when it ends
  };

  void start(size_t index) {
    const pid_t child = forkChild();
    if (child == 0)
      runChild(index);
    ends[index].wasStarted = true;
    running.push_back({index, child, openProcess(child)});
  }

  [[noreturn]] void runChild(size_t index) const {
    // A group of its own: a Ctrl-C comes from us, once, as other signals do.
    ::setpgid(0, 0);
    const FileDescriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::dup2(null.get(), stream);
    job(index);
    returned[index] = 1;
    ::_exit(0);
  }

  void await() {
    std::vector<pollfd> lives;
    for (const Running &one : running)
      lives.push_back({one.life.get(), POLLIN, 0});
    if (::poll(lives.data(), lives.size(), kTickMs) <= 0)
      return;
    for (size_t i = lives.size(); i-- > 0;)
      if (lives[i].revents != 0)
        finish(i);
  }

  void finish(size_t place) {
    const Running over = std::move(running[place]);
    running.erase(running.begin() + static_cast<std::ptrdiff_t>(place));
    const int status = waitFor(over.child);
    JobEnd &end = ends[over.index];
    end.finished = returned[over.index] != 0;
    if (!end.finished) {
      if (WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
      else
        end.exitCode = WEXITSTATUS(status);
      killOrphans();
    }
    if (watch.ended)
      watch.ended(over.index, end);
  }

  // Children that are no jobs were left behind by a job that died, or by what
  // that had left.
  void killOrphans() const {
    std::vector<pid_t> jobs;
    for (const Running &one : running)
      jobs.push_back(one.child);
    for (bool wereThere = true; wereThere;) {
      wereThere = false;
      for (const pid_t child : childrenOf(::getpid())) {
        if (std::find(jobs.begin(), jobs.end(), child) != jobs.end() ||
            ::kill(child, SIGKILL) != 0)
          continue;
        waitFor(child);
        wereThere = true;
      }
    }
  }

  void passInterruptOn() {
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

  const Adoption adoption;
  const std::function<void(size_t)> &job;
  const JobWatch &watch;
  const SharedArray<uint8_t> returned;
  std::vector<JobEnd> ends;
  std::vector<Running> running;
  std::optional<Stopwatch> sinceInterrupt;
};

} // namespace

std::vector<JobEnd> runJobs(size_t count, size_t atOnce,
                            const std::function<void(size_t)> &job,
                            const JobWatch &watch) {
  return JobRunner(count, job, watch).run(atOnce);
}

} // namespace coverme
