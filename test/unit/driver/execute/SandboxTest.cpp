// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/Sandbox.h"

#include "driver/support/ExpectError.h"
#include "execute/CallIsolation.h"
#include "execute/SharedArray.h"
#include "execute/Worker.h"
#include "runtime/FakeObject.h"
#include "support/Subprocess.h"
#include "support/TrustedCall.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace coverme {
namespace {

using namespace test;

// errno after a system call in the sandbox; 0: it did what it was asked for.
int errorOf(long number, long a = 0, long b = 0, long c = 0, long d = 0) {
  const SharedArray<int> error(1);
  const WorkerEnd end = runInWorker(
      [&] {
        enterSandbox();
        errno = 0;
        ::syscall(number, a, b, c, d);
        error[0] = errno;
      },
      {});
  EXPECT_TRUE(end.finished);
  return error[0];
}

struct CallEnd {
  int outcome, code;
};

CallEnd endOf(const FakeBody &body) {
  static const LoadedObject object{coverme_attach, coverme_call,
                                   coverme_leave_call, fakeStates};
  const SharedArray<CallEnd> result(1);
  const WorkerEnd end = runInWorker(
      [&] {
        enterSandbox();
        FakeSession fake;
        const CallIsolation isolation(object, fake.session, kFakeSites, {});
        result[0].outcome = fake.call(body);
        result[0].code = fake.session.code;
      },
      {});
  EXPECT_TRUE(end.finished);
  return result[0];
}

TEST(Sandbox, StartsNoProcessAndSignalsNoOtherOne) {
  EXPECT_EQ(errorOf(SYS_fork), EAGAIN);
  EXPECT_EQ(errorOf(SYS_clone, SIGCHLD), EAGAIN);
  EXPECT_EQ(errorOf(SYS_clone3), ENOSYS);
  EXPECT_EQ(errorOf(SYS_execve, reinterpret_cast<long>("/bin/true")), EAGAIN);
  const pid_t self = ::getpid();
  EXPECT_EQ(errorOf(SYS_kill, self, SIGCONT), EAGAIN);
  EXPECT_EQ(errorOf(SYS_kill, self, 0), 0) << "only asks";
  EXPECT_EQ(errorOf(SYS_tkill, self, SIGCONT), EAGAIN);
  EXPECT_EQ(errorOf(SYS_tgkill, self, self, SIGCONT), EAGAIN);
}

TEST(Sandbox, ChangesNothingThatOutlivesTheProcess) {
  EXPECT_EQ(errorOf(SYS_ptrace, PTRACE_SEIZE, ::getpid()), EPERM);
  EXPECT_EQ(errorOf(SYS_setuid, ::getuid()), EPERM);
  EXPECT_EQ(errorOf(SYS_setsid), EPERM);
  EXPECT_EQ(errorOf(SYS_ioctl, STDIN_FILENO, FS_IOC_SETFLAGS), EPERM);
  EXPECT_EQ(errorOf(SYS_chroot, reinterpret_cast<long>("/")), EPERM);
  EXPECT_EQ(errorOf(SYS_prctl, PR_SET_PDEATHSIG, 0), EPERM);
  EXPECT_EQ(errorOf(SYS_prctl, PR_SET_NAME, reinterpret_cast<long>("x")), 0);
  const rlimit none{0, 0};
  EXPECT_EQ(
      errorOf(SYS_prlimit64, 0, RLIMIT_NOFILE, reinterpret_cast<long>(&none)),
      EPERM);
  rlimit old{};
  EXPECT_EQ(
      errorOf(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, reinterpret_cast<long>(&old)),
      0);
}

TEST(Sandbox, EndsTheCallThatIsForbidden) {
  const CallEnd fork =
      endOf([](const uint64_t *, uint64_t *) { ::syscall(SYS_fork); });
  EXPECT_EQ(fork.outcome, COVERME_STARTED_PROCESS);
  for (const int number : {SIGKILL, SIGSTOP}) {
    const CallEnd end = endOf([number](const uint64_t *, uint64_t *) {
      ::syscall(SYS_kill, ::getpid(), number);
    });
    EXPECT_EQ(end.outcome, COVERME_SIGNALLED);
    EXPECT_EQ(end.code, number);
  }
}

TEST(CallIsolation, EndsTheCallThatRaisesAnySignalOfItsOwn) {
  for (const int number : {SIGHUP, SIGTERM, SIGTSTP, SIGUSR1, SIGRTMIN + 1}) {
    const CallEnd end =
        endOf([number](const uint64_t *, uint64_t *) { ::raise(number); });
    EXPECT_EQ(end.outcome, COVERME_SIGNALLED);
    EXPECT_EQ(end.code, number);
  }
  const CallEnd harmless =
      endOf([](const uint64_t *, uint64_t *) { ::raise(SIGURG); });
  EXPECT_EQ(harmless.outcome, COVERME_RETURNED);
}

TEST(Sandbox, HasThreads) {
  const SharedArray<int> ran(1);
  runInWorker(
      [&] {
        enterSandbox();
        std::thread([&] { ran[0] = 1; }).join();
      },
      {});
  EXPECT_EQ(ran[0], 1);
}

TEST(Sandbox, LetsOurOwnCallsThrough) {
  const SharedArray<int> codes(2);
  runInWorker(
      [&] {
        enterSandbox();
        codes[0] = runProcess({"sh", "-c", "exit 7"}).exitCode;
        const pid_t child = trustedFork();
        if (child == 0)
          ::_exit(8);
        int status = 0;
        ::waitpid(child, &status, 0);
        codes[1] = WEXITSTATUS(status);
      },
      {});
  EXPECT_EQ(codes[0], 7);
  EXPECT_EQ(codes[1], 8);
}

TEST(Worker, TellsThatItHasLoaded) {
  EXPECT_FALSE(runInWorker([] {}, {}).hasLoaded);
  const WorkerEnd end = runInWorker(
      [] {
        noteLoaded();
        ::raise(SIGKILL);
      },
      {});
  EXPECT_TRUE(end.hasLoaded);
  expectError([] { failToLoad(runInWorker([] { ::raise(SIGKILL); }, {})); },
              ExitCode::CompileFailed, {"does not load", "SIGKILL"});
}

TEST(Worker, IsKilledAtItsDeadline) {
  WorkerWatch watch;
  watch.deadline = Deadline(0.3);
  uint64_t beats = 0;
  watch.heartbeat = [&] { return ++beats; };
  const WorkerEnd end = runInWorker([] { ::sleep(60); }, watch);
  EXPECT_TRUE(end.givenUp);
  EXPECT_FALSE(end.hung);
}

} // namespace
} // namespace coverme
