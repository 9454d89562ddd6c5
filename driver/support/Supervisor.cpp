// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Supervisor.h"

#include "support/Children.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {

namespace {

using Clock = std::chrono::steady_clock;

// Ctrl-C comes twice where a tool like timeout(1) tells both us and our process
// group: what follows so soon is no second one.
constexpr std::chrono::milliseconds kSameInterrupt(200);

// Sends a signal to all processes below one, to parents first: those that are
// stopped then start no others.
void signalDescendants(pid_t parent, int number) {
  for (const pid_t child : childrenOf(parent)) {
    ::kill(child, number);
    signalDescendants(child, number);
  }
}

// Between looks for processes that have left their parents, as daemons do.
constexpr std::chrono::milliseconds kStrayInterval(1000);

constexpr std::chrono::milliseconds kPatience(2000);

// The supervisor, once it has forked the process that does the work.
class Watcher {
public:
  Watcher(pid_t worker, const sigset_t &signals)
      : worker(worker), signals(signals) {}

  [[noreturn]] void watch() {
    removeDeadFolders();
    auto nextLook = Clock::now() + kStrayInterval;
    while (!reap()) {
      const timespec tick = {kStrayInterval.count() / 1000, 0};
      siginfo_t info;
      const int number = ::sigtimedwait(&signals, &info, &tick);
      if (number == SIGTSTP)
        suspend();
      else if (number > 0 && number != SIGCHLD)
        interrupt(number);
      if (Clock::now() >= nextLook) {
        for (const pid_t child : childrenOf(::getpid()))
          if (child != worker)
            ::kill(child, SIGKILL);
        nextLook = Clock::now() + kStrayInterval;
      }
    }
    killDescendants(kPatience);
    if (WIFEXITED(status))
      ::_exit(WEXITSTATUS(status));
    removeDeadFolders();
    if (ending != 0)
      end(ending, "interrupted");
    const int number = WTERMSIG(status);
    end(number,
        fmt::format("killed by signal {} ({})", number, ::strsignal(number)));
  }

private:
  // Takes note of all that have ended; true when the worker has.
  bool reap() {
    for (;;) {
      int ended = 0;
      const pid_t child = ::waitpid(-1, &ended, WNOHANG);
      if (child <= 0)
        return false;
      if (child == worker) {
        status = ended;
        return true;
      }
    }
  }

  void interrupt(int number) {
    const auto now = Clock::now();
    if (first == Clock::time_point() && number != SIGQUIT) {
      first = now;
      ::kill(worker, number);
      ::kill(worker, SIGCONT); // somebody may have stopped it
    } else if (number == SIGQUIT || now - first > kSameInterrupt) {
      ending = number;
      ::kill(worker, SIGKILL);
    }
  }

  // Stops all that is below us, and then ourselves, until we are continued.
  // Where we cannot be stopped (nobody would continue us), all goes on.
  static void suspend() {
    RunClock::stop();
    signalDescendants(::getpid(), SIGSTOP);
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    ::raise(SIGTSTP);
    ::sigprocmask(SIG_UNBLOCK, &stop, nullptr);
    ::sigprocmask(SIG_BLOCK, &stop, nullptr);
    signalDescendants(::getpid(), SIGCONT);
    RunClock::goOn();
  }

  [[noreturn]] static void end(int number, const std::string &why) {
    // Perhaps nobody reads that any more: the terminal may be gone.
    std::fputs(fmt::format("coverme: error: {}\n", why).c_str(), stderr);
    ::_exit(128 + number);
  }

  pid_t worker;
  sigset_t signals;
  Clock::time_point first; // interrupt
  int ending = 0;          // the signal that ended all at once
  int status = 0;          // waitpid's, of the worker
};

} // namespace

void killDescendants(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  while (Clock::now() < deadline) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0 && errno == ECHILD)
      return;
    if (ended > 0)
      continue;
    for (const pid_t child : childrenOf(::getpid()))
      ::kill(child, SIGKILL);
    const timespec moment = {0, 1'000'000};
    ::nanosleep(&moment, nullptr);
  }
}

void workSupervised() {
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGQUIT, SIGTSTP, SIGCHLD})
    sigaddset(&signals, number);
  struct sigaction hangup{};
  ::sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) // else we run under nohup
    sigaddset(&signals, SIGHUP);
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  // A parent that ignores it would have the kernel reap for us.
  ::signal(SIGCHLD, SIG_DFL);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  RunClock::share();
  const pid_t supervisor = ::getpid();
  const pid_t child = ::fork();
  if (child < 0)
    failBySystem("fork");
  if (child != 0)
    Watcher(child, signals).watch();
  // Where we may: what the code under test makes there outlives processes.
  ::unshare(CLONE_NEWIPC);
  catchInterrupts();
  catchAbandonment(supervisor);
  RunClock::protect();
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

void endSupervisedWork() {
  if (isAbandoned())
    killDescendants(kPatience);
}

} // namespace coverme
