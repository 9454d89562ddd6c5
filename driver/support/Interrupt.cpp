// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Interrupt.h"

#include "support/Children.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <sys/prctl.h>
#include <unistd.h>

namespace coverme {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// The kernel's word that our parent has died. Nobody else sends it.
constexpr int kAbandoned = SIGUSR2;

// For an abandoned process that does not come to its end by itself.
constexpr unsigned kLastSeconds = 5;

volatile sig_atomic_t received;
timespec receivedAt; // written before `received`
volatile pid_t supervisorProcess;

void note(int number) {
  const int error = errno;
  if (received == 0)
    ::clock_gettime(CLOCK_MONOTONIC, &receivedAt);
  if (received != SIGKILL)
    received = number;
  errno = error;
}

void noteAbandonment(int) {
  if (::getppid() == supervisorProcess)
    return;
  // What loses its parent from now on is ours to kill (endSupervisedWork).
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::alarm(kLastSeconds);
  note(SIGKILL);
}

} // namespace

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = note; // without SA_RESTART: poll and wait wake up
  for (const int number : kSignals) {
    struct sigaction before{};
    ::sigaction(number, &action, &before);
    if (number == SIGHUP && before.sa_handler == SIG_IGN)
      ::signal(number, SIG_IGN); // we run under nohup
  }
  // Writing to a pipe without a reader shall fail, not kill; so shall writing
  // more than a file may have.
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

void catchAbandonment(pid_t supervisor) {
  supervisorProcess = supervisor;
  struct sigaction action{};
  action.sa_handler = noteAbandonment;
  ::sigaction(kAbandoned, &action, nullptr);
  followParent(supervisor, kAbandoned);
  // The supervisor stops us, and all that is below us.
  ::signal(SIGTSTP, SIG_IGN);
}

void restoreInterrupts() {
  for (const int number : kSignals)
    ::signal(number, SIG_DFL);
  ::signal(kAbandoned, SIG_DFL);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGXFSZ, SIG_DFL);
  ::signal(SIGTSTP, SIG_DFL);
}

int interruptSignal() { return received; }

bool InterruptGrace::isOver() const {
  if (received == 0)
    return false;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const double sinceInterrupt =
      static_cast<double>(now.tv_sec - receivedAt.tv_sec) +
      1e-9 * static_cast<double>(now.tv_nsec - receivedAt.tv_nsec);
  return sinceInterrupt >= seconds && sinceBegin.seconds() >= seconds;
}

bool isAbandoned() { return received == SIGKILL; }

void throwIfInterrupted() {
  if (received != 0)
    fail(static_cast<ExitCode>(128 + received), "interrupted");
}

} // namespace coverme
