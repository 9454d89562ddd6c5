// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/Jobs.h"

#include "execute/SharedArray.h"
#include "execute/Worker.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <sys/types.h>
#include <unistd.h>

namespace coverme {
namespace {

// Not for ever, so that a failure is one and no hang.
template <class Condition> bool waitUntil(const Condition &condition) {
  for (const Stopwatch watch; watch.seconds() < 10; ::usleep(1000))
    if (condition())
      return true;
  return false;
}

TEST(Jobs, RunsEachOnceInAProcessOfItsOwn) {
  constexpr size_t kCount = 7;
  const SharedArray<int> times(kCount);
  const SharedArray<pid_t> processes(kCount);
  int ours = 0;
  const std::vector<JobEnd> ends = runJobs(kCount, 3,
                                           [&](size_t job) {
                                             ++times[job];
                                             processes[job] = ::getpid();
                                             ours = 1;
                                           },
                                           {});
  ASSERT_EQ(ends.size(), kCount);
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_TRUE(ends[i].wasStarted && ends[i].finished);
    EXPECT_EQ(times[i], 1);
    EXPECT_NE(processes[i], ::getpid());
    for (size_t j = 0; j < i; ++j)
      EXPECT_NE(processes[i], processes[j]);
  }
  EXPECT_EQ(ours, 0) << "our own memory is not theirs";
}

TEST(Jobs, RunsSoManyAtOnceAndNoMore) {
  constexpr int kAtOnce = 3;
  const SharedArray<std::atomic<int>> running(1), most(1);
  const SharedArray<uint8_t> haveMet(12);
  runJobs(haveMet.size(), kAtOnce,
          [&](size_t job) {
            const int now = ++running[0];
            for (int seen = most[0];
                 seen < now && !most[0].compare_exchange_weak(seen, now);) {
            }
            // The first ones stay until they are as many as may be.
            haveMet[job] =
                job >= kAtOnce || waitUntil([&] { return most[0] >= kAtOnce; });
            --running[0];
          },
          {});
  EXPECT_EQ(most[0], kAtOnce);
  for (const uint8_t met : haveMet)
    EXPECT_TRUE(met);
}

TEST(Jobs, TellsHowOneDiedAndGoesOn) {
  const std::vector<JobEnd> ends = runJobs(4, 2,
                                           [](size_t job) {
                                             if (job == 0)
                                               ::raise(SIGKILL);
                                             if (job == 1)
                                               ::_exit(7);
                                           },
                                           {});
  EXPECT_FALSE(ends[0].finished);
  EXPECT_EQ(ends[0].signal, SIGKILL);
  EXPECT_FALSE(ends[1].finished);
  EXPECT_EQ(ends[1].signal, 0);
  EXPECT_EQ(ends[1].exitCode, 7);
  EXPECT_TRUE(ends[2].finished);
  EXPECT_TRUE(ends[3].finished);
}

TEST(Jobs, LeavesNothingOfOneThatDied) {
  const SharedArray<pid_t> left(2);
  runJobs(1, 1,
          [&](size_t) {
            const pid_t child = ::fork();
            if (child == 0) {
              ::setsid();
              if (const pid_t grandchild = ::fork(); grandchild != 0)
                left[1] = grandchild;
              for (;;)
                ::pause();
            }
            left[0] = child;
            waitUntil([&] { return left[1] != 0; });
            ::raise(SIGKILL);
          },
          {});
  for (const pid_t process : left) {
    ASSERT_GT(process, 0);
    EXPECT_EQ(::kill(process, 0), -1) << "it is still there";
  }
}

TEST(Jobs, MoreComeWhileSomeRunAndSomeAreWaiting) {
  const SharedArray<uint8_t> goesOn(1);
  std::vector<size_t> order;
  const auto ended = [&](size_t job, const JobEnd &) { order.push_back(job); };
  JobPool pool(1);
  pool.add(
      {2, [&](size_t) { waitUntil([&] { return goesOn[0] != 0; }); }, ended});
  EXPECT_TRUE(pool.step(0));
  pool.awaitWaiting(1); // at once
  pool.add({2, [](size_t) {},
            [&](size_t job, const JobEnd &) { order.push_back(10 + job); }});
  EXPECT_TRUE(pool.step(0));
  EXPECT_TRUE(order.empty());
  goesOn[0] = 1;
  pool.awaitWaiting(1);
  EXPECT_GE(order.size(), 2U);
  pool.await();
  EXPECT_EQ(order, (std::vector<size_t>{0, 1, 10, 11}));
}

TEST(Jobs, GoOnWhileAProgramIsWaitedForWhichOneThatDiesLeavesAlone) {
  std::vector<JobEnd> ends;
  JobPool pool(1);
  pool.add({2,
            [](size_t job) {
              if (job == 0)
                ::raise(SIGKILL);
            },
            [&](size_t, const JobEnd &end) { ends.push_back(end); }});
  const WaitWatch watch([&] { pool.step(0); });
  EXPECT_TRUE(runProcess({"sleep", "2"}).succeeded());
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(ends[0].signal, SIGKILL);
  EXPECT_TRUE(ends[1].finished);
}

TEST(Jobs, HearOfAnInterruptAndNoOtherIsStarted) {
  const SharedArray<int> heard(3);
  const SharedArray<JobEnd> ends(3);
  runInWorker(
      [&] {
        catchInterrupts();
        const std::vector<JobEnd> found =
            runJobs(3, 1,
                    [&](size_t job) {
                      ::kill(::getppid(), SIGTERM);
                      if (waitUntil([] { return interruptSignal() != 0; }))
                        heard[job] = interruptSignal();
                    },
                    {});
        std::copy(found.begin(), found.end(), ends.begin());
      },
      {});
  EXPECT_EQ(heard[0], SIGTERM);
  EXPECT_TRUE(ends[0].finished);
  EXPECT_FALSE(ends[1].wasStarted);
  EXPECT_FALSE(ends[2].wasStarted);
}

TEST(Jobs, AreKilledWhenTheyDoNotHeedAnInterrupt) {
  const SharedArray<JobEnd> ends(1);
  runInWorker(
      [&] {
        catchInterrupts();
        JobWatch watch;
        watch.graceSeconds = 0;
        ends[0] = runJobs(
            1, 1,
            [](size_t) {
              ::kill(::getppid(), SIGINT);
              for (;;)
                ::pause();
            },
            watch)[0];
      },
      {});
  EXPECT_TRUE(ends[0].wasStarted);
  EXPECT_EQ(ends[0].signal, SIGKILL);
}

} // namespace
} // namespace coverme
