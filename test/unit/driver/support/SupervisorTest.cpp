// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In processes of their own, which become guardians.

#include "support/Supervisor.h"

#include "execute/SharedArray.h"
#include "support/FileDescriptor.h"
#include "support/Interrupt.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

// Forks a process that lasts.
pid_t forkApart() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid(); // out of its process group
    for (;;)
      ::pause();
  }
  return child;
}

// Forks one whose parent is gone, as a daemon's is; its process id.
pid_t forkStray() {
  const SharedArray<pid_t> stray(1);
  const pid_t parent = ::fork();
  if (parent == 0) {
    stray[0] = forkApart();
    ::_exit(0);
  }
  ::waitpid(parent, nullptr, 0);
  return stray[0];
}

// The process id that another process puts there.
pid_t await(const SharedArray<pid_t> &place) {
  while (const_cast<volatile pid_t &>(place[0]) == 0)
    ::usleep(100);
  return place[0];
}

// A supervised process below the test: `work` runs in it, and gives the exit
// code.
class Supervised {
public:
  explicit Supervised(const std::function<int()> &work) : shared(2) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1); // what escapes comes to us
    supervisor = ::fork();
    if (supervisor == 0) {
      // What a supervisor says of a death that the test brings about.
      ::close(STDERR_FILENO);
      workSupervised();
      shared[0] = ::getpid();
      const int code = work();
      endSupervisedWork();
      ::_exit(code);
    }
  }
  Supervised(const Supervised &) = delete;
  Supervised &operator=(const Supervised &) = delete;
  ~Supervised() {
    killDescendants(std::chrono::seconds(2));
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  }

  // waitpid's status.
  int wait() const {
    int status = 0;
    ::waitpid(supervisor, &status, 0);
    return status;
  }

  // The worker's process id, once it works.
  pid_t worker() const { return await(shared); }

  pid_t supervisor;

private:
  SharedArray<pid_t> shared;
};

bool isGone(pid_t process) { return ::kill(process, 0) != 0; }

// Where nobody waits for it.
bool goes(pid_t process) {
  for (int i = 0; i < 5000 && !isGone(process); ++i) {
    ::waitpid(process, nullptr, WNOHANG);
    ::usleep(1000);
  }
  return isGone(process);
}

[[noreturn]] void workUntilKilled() {
  for (;;)
    ::pause();
}

int workUntilInterrupted() {
  while (interruptSignal() == 0)
    ::usleep(100);
  return 128 + interruptSignal();
}

TEST(Supervisor, ExitsAsTheWorkDoes) {
  for (const int code : {0, 1, 42}) {
    const int status = Supervised([code] { return code; }).wait();
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), code);
  }
}

TEST(Supervisor, KillsWhatTheWorkLeaves) {
  const SharedArray<pid_t> left(2);
  const Supervised supervised([&] {
    left[0] = forkApart();
    left[1] = forkStray();
    return 0;
  });
  EXPECT_EQ(WEXITSTATUS(supervised.wait()), 0);
  EXPECT_TRUE(left[0] != 0 && isGone(left[0]));
  EXPECT_TRUE(left[1] != 0 && isGone(left[1]));
}

TEST(Supervisor, SaysHowTheWorkWasKilledAndKillsTheRest) {
  const SharedArray<pid_t> left(1);
  const Supervised supervised([&] {
    left[0] = forkStray();
    ::raise(SIGKILL);
    return 0;
  });
  EXPECT_EQ(WEXITSTATUS(supervised.wait()), 128 + SIGKILL);
  EXPECT_TRUE(isGone(left[0]));
}

TEST(Supervisor, PassesAnInterruptOn) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const Supervised supervised(workUntilInterrupted);
    supervised.worker();
    ::kill(supervised.supervisor, number);
    EXPECT_EQ(WEXITSTATUS(supervised.wait()), 128 + number);
  }
}

TEST(Supervisor, LetsASecondInterruptEndAllAtOnce) {
  const SharedArray<pid_t> left(1);
  const Supervised supervised([&]() -> int {
    left[0] = forkStray();
    workUntilKilled();
  });
  const pid_t worker = supervised.worker();
  await(left); // what forks it must not be interrupted
  ::kill(supervised.supervisor, SIGTERM);
  ::usleep(300'000); // sooner is not a second one
  EXPECT_FALSE(isGone(worker));
  ::kill(supervised.supervisor, SIGINT);
  EXPECT_EQ(WEXITSTATUS(supervised.wait()), 128 + SIGINT);
  EXPECT_TRUE(isGone(worker));
  EXPECT_TRUE(isGone(left[0]));
}

TEST(Supervisor, ThatIsKilledInterruptsTheWorkWhichThenKillsTheRest) {
  const SharedArray<pid_t> left(1);
  const SharedArray<int> noted(1);
  const Supervised supervised([&] {
    left[0] = forkApart();
    workUntilInterrupted();
    noted[0] = interruptSignal();
    return 0;
  });
  const pid_t worker = supervised.worker();
  await(left);
  ::kill(supervised.supervisor, SIGKILL);
  supervised.wait();
  EXPECT_TRUE(goes(worker));
  EXPECT_EQ(noted[0], SIGKILL);
  EXPECT_TRUE(goes(left[0]));
}

} // namespace
} // namespace coverme
