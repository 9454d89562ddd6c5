// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/Worker.h"

#include "driver/support/ExpectError.h"
#include "engine/Campaign.h"
#include "execute/SharedArray.h"
#include "support/Stopwatch.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace coverme {
namespace {

using namespace test;

WorkerEnd run(const std::function<void()> &job, WorkerWatch watch = {}) {
  return runInWorker(job, watch);
}

TEST(Worker, TellsThatTheJobReturned) {
  const WorkerEnd end = run([] {});
  EXPECT_TRUE(end.finished);
  EXPECT_FALSE(end.hung);
  EXPECT_EQ(end.signal, 0);
  EXPECT_EQ(end.exitCode, 0);
}

TEST(Worker, RunsTheJobInAnotherProcess) {
  const SharedArray<pid_t> seen(1);
  int ours = 0;
  run([&] {
    seen[0] = ::getpid();
    ours = 1;
  });
  EXPECT_NE(seen[0], 0);
  EXPECT_NE(seen[0], ::getpid());
  EXPECT_EQ(ours, 0) << "our own memory is not the worker's";
}

TEST(Worker, LeavesWhatItSharedWhenItDies) {
  const SharedArray<uint64_t> shared(2);
  run([&] {
    shared[0] = 42;
    ::raise(SIGKILL);
    shared[1] = 42;
  });
  EXPECT_EQ(shared[0], 42u);
  EXPECT_EQ(shared[1], 0u);
}

TEST(Worker, RethrowsAnErrorWithItsCode) {
  expectError([] { run([] { fail(ExitCode::CompileFailed, "no {}", 7); }); },
              ExitCode::CompileFailed, {"no 7"});
}

TEST(Worker, TellsAnExceptionThatNobodyExpected) {
  const WorkerEnd end = run([] { throw std::out_of_range("too far"); });
  EXPECT_EQ(end.failure, "too far");
  EXPECT_FALSE(end.finished);
  EXPECT_FALSE(run([] {}).failure);
}

// Code that has overwritten the worker's memory has done so behind its return.
TEST(Worker, FailsAsOfCorruptionWhereACallHasReturned) {
  CallLog calls(1, 1);
  const WorkerEnd end = run([] { throw std::length_error("too long"); });
  recordDeath(end, calls);
  ASSERT_EQ(calls.count().findings, 1u);
  EXPECT_EQ(calls.findings[0].kind, FindingKind::Corruption);
  EXPECT_EQ(calls.findings[0].code, SIGABRT);
}

TEST(Worker, CutsALongMessage) {
  const WorkerEnd end =
      run([] { throw std::runtime_error(std::string(5000, 'x')); });
  ASSERT_TRUE(end.failure);
  EXPECT_GT(end.failure->size(), 500u);
  EXPECT_EQ(*end.failure, std::string(end.failure->size(), 'x'));
}

TEST(Worker, TellsTheSignalThatEndedIt) {
  for (const int number : {SIGKILL, SIGABRT, SIGTERM}) {
    const WorkerEnd end = run([number] { ::raise(number); });
    EXPECT_FALSE(end.finished);
    EXPECT_FALSE(end.hung);
    EXPECT_EQ(end.signal, number);
  }
}

TEST(Worker, TellsTheStatusThatItExitedWith) {
  for (const int status : {0, 3, 255}) {
    const WorkerEnd end = run([status] { ::_exit(status); });
    EXPECT_FALSE(end.finished) << "the job did not return";
    EXPECT_EQ(end.signal, 0);
    EXPECT_EQ(end.exitCode, status);
  }
}

TEST(Worker, HasNoStandardStreams) {
  const SharedArray<int> shared(1);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  run([&] {
    std::printf("noise\n");
    std::fflush(stdout);
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, "noise", 5);
    char byte;
    shared[0] = ::read(STDIN_FILENO, &byte, 1) == 0 ? 1 : 2;
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(shared[0], 1) << "input ends at once";
}

// --- hangs
// --------------------------------------------------------------------

constexpr double kHang = 0.3;

TEST(Worker, ThatStandsStillIsKilled) {
  WorkerWatch watch;
  watch.heartbeat = [] { return uint64_t{5}; };
  watch.hangSeconds = kHang;
  const Stopwatch time;
  const WorkerEnd end = run([] { ::sleep(60); }, watch);
  EXPECT_TRUE(end.hung);
  EXPECT_FALSE(end.finished);
  EXPECT_GE(time.seconds(), kHang);
  EXPECT_LT(time.seconds(), 20);
}

// Failed before: on a machine under load, slow calls were taken for hangs.
TEST(Worker, ThatWaitsForAProcessorIsNotKilled) {
  if (!std::ifstream("/proc/self/schedstat"))
    GTEST_SKIP() << "the kernel does not say how long a process waits";
  const int cpu = ::sched_getcpu();
  ASSERT_GE(cpu, 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  std::vector<pid_t> others;
  for (int i = 0; i < 15; ++i) {
    const pid_t other = ::fork();
    if (other == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::sched_setaffinity(0, sizeof one, &one);
      for (volatile bool goesOn = true; goesOn;)
        ;
    }
    if (other > 0)
      others.push_back(other);
  }
  WorkerWatch watch;
  watch.heartbeat = [] { return uint64_t{5}; };
  watch.hangSeconds = kHang;
  const Stopwatch time;
  const WorkerEnd end = run(
      [&] {
        ::sched_setaffinity(0, sizeof one, &one);
        while (processorSeconds(CLOCK_PROCESS_CPUTIME_ID) < kHang / 3)
          ;
      },
      watch);
  EXPECT_GT(time.seconds(), kHang);
  for (const pid_t other : others) {
    ::kill(other, SIGKILL);
    ::waitpid(other, nullptr, 0);
  }
  EXPECT_FALSE(end.hung);
  EXPECT_TRUE(end.finished);
}

TEST(Worker, ThatMakesProgressIsNotKilled) {
  const SharedArray<uint64_t> beats(1);
  WorkerWatch watch;
  watch.heartbeat = [&] { return beats[0]; };
  watch.hangSeconds = kHang;
  const WorkerEnd end = run(
      [&] {
        for (int i = 0; i < 20; ++i) {
          ++beats[0];
          ::usleep(50'000);
        }
      },
      watch);
  EXPECT_TRUE(end.finished);
  EXPECT_FALSE(end.hung);
}

TEST(Worker, ThatSleepsInACallIsKilled) {
  WorkerWatch watch;
  watch.heartbeat = [] { return uint64_t{5}; };
  watch.hangSeconds = 600;
  bool isInCall = true;
  watch.isInCall = [&] { return isInCall; };
  watch.busySeconds = 600;
  watch.sleepSeconds = kHang;
  const WorkerEnd asleep = run([] { ::sleep(600); }, watch);
  EXPECT_TRUE(asleep.hung);
  EXPECT_TRUE(asleep.slept);
  const WorkerEnd busy = run(
      [] {
        while (processorSeconds(CLOCK_PROCESS_CPUTIME_ID) < 2 * kHang)
          ;
      },
      watch);
  EXPECT_TRUE(busy.finished);
  EXPECT_FALSE(busy.hung);
  isInCall = false;
  const WorkerEnd outside = run([] { ::usleep(800'000); }, watch);
  EXPECT_TRUE(outside.finished);
  EXPECT_FALSE(outside.slept);
}

TEST(Worker, ThatIsBusyInACallIsKilled) {
  WorkerWatch watch;
  watch.heartbeat = [] { return uint64_t{5}; };
  watch.hangSeconds = 600;
  watch.isInCall = [] { return true; };
  watch.busySeconds = 0.1;
  const WorkerEnd busy = run(
      [] {
        for (volatile bool goesOn = true; goesOn;)
          ;
      },
      watch);
  EXPECT_TRUE(busy.hung);
  const WorkerEnd idle = run([] { ::usleep(500'000); }, watch);
  EXPECT_TRUE(idle.finished);
}

TEST(Worker, TicksWhileTheJobRuns) {
  int ticks = 0;
  WorkerWatch watch;
  watch.tick = [&] { ++ticks; };
  run([] { ::usleep(650'000); }, watch);
  EXPECT_GE(ticks, 2);
  EXPECT_LE(ticks, 8);
}

// Failed before: the closed files were taken for the worker's end.
TEST(Worker, ThatClosesAllFilesIsStillWatched) {
  WorkerWatch watch;
  watch.hangSeconds = kHang;
  const WorkerEnd end = run(
      [] {
        for (int file = 0; file < 1024; ++file)
          ::close(file);
        ::sleep(4);
      },
      watch);
  EXPECT_TRUE(end.hung);
}

TEST(Worker, RunsInTheFolderItIsGiven) {
  const SharedArray<int> isThere(1);
  runInWorker(
      [&] { isThere[0] = std::filesystem::current_path() == "/usr" ? 1 : 2; },
      {}, "/usr");
  EXPECT_EQ(isThere[0], 1);
}

TEST(Worker, HasNoFilesOfOurs) {
  const int ours = ::open("/dev/null", O_RDONLY);
  const SharedArray<int> result(1);
  run([&] { result[0] = ::fcntl(ours, F_GETFD) == -1 ? 1 : 2; });
  ::close(ours);
  EXPECT_EQ(result[0], 1);
}

TEST(Worker, IsLostWhenSomebodyElseKillsIt) {
  EXPECT_TRUE(run([] { ::raise(SIGKILL); }).wasLost());
  EXPECT_FALSE(run([] { ::raise(SIGSEGV); }).wasLost());
  WorkerWatch watch;
  watch.hangSeconds = kHang;
  EXPECT_FALSE(run([] { ::sleep(60); }, watch).wasLost()) << "that was us";
}

TEST(Worker, TakesItsChildrenWithIt) {
  const SharedArray<pid_t> grandchild(1);
  const WorkerEnd end = run([&] {
    const pid_t child = ::fork();
    if (child == 0)
      for (;;)
        ::pause();
    grandchild[0] = child;
  });
  EXPECT_TRUE(end.finished);
  ASSERT_GT(grandchild[0], 0);
  // Its new parent may take a moment to reap it.
  const Stopwatch time;
  const auto isRunning = [&] {
    std::ifstream stat("/proc/" + std::to_string(grandchild[0]) + "/stat");
    std::string text;
    std::getline(stat, text);
    return !text.empty() && text.find(") Z") == std::string::npos;
  };
  while (isRunning() && time.seconds() < 5)
    ::usleep(10'000);
  EXPECT_FALSE(isRunning());
}

} // namespace
} // namespace coverme
