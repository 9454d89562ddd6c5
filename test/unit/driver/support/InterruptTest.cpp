// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In processes of their own, since the flag stays.

#include "support/Interrupt.h"

#include "driver/support/ExpectError.h"
#include "execute/SharedArray.h"
#include "execute/Worker.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <gtest/gtest.h>

#include <csignal>

namespace coverme {
namespace {

using namespace test;

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

TEST(Interrupt, IsNoneAtFirst) {
  EXPECT_EQ(interruptSignal(), 0);
  EXPECT_NO_THROW(throwIfInterrupted());
}

TEST(Interrupt, IsNotedWithoutEndingTheProcess) {
  for (const int number : kSignals) {
    const SharedArray<int> noted(1);
    const WorkerEnd end = runInWorker(
        [&] {
          catchInterrupts();
          ::raise(number);
          noted[0] = interruptSignal();
        },
        {});
    EXPECT_TRUE(end.finished);
    EXPECT_EQ(noted[0], number);
  }
}

TEST(Interrupt, ThrowsWithTheShellsExitCode) {
  expectError(
      [] {
        runInWorker(
            [] {
              catchInterrupts();
              ::raise(SIGTERM);
              throwIfInterrupted();
            },
            {});
      },
      static_cast<ExitCode>(128 + SIGTERM), {"interrupted"});
}

TEST(Interrupt, HasItsOwnMeaningAgainOnceRestored) {
  for (const int number : kSignals) {
    const WorkerEnd end = runInWorker(
        [number] {
          catchInterrupts();
          restoreInterrupts();
          ::raise(number);
        },
        {});
    EXPECT_EQ(end.signal, number);
  }
}

TEST(Interrupt, EndsTheProgramThatIsWaitedFor) {
  const Stopwatch watch;
  EXPECT_THROW(runInWorker(
                   [] {
                     catchInterrupts();
                     runProcess({"sh", "-c", "kill -TERM $PPID; sleep 30"});
                   },
                   {}),
               Error);
  EXPECT_LT(watch.seconds(), 4) << "before the worker counts as hung";
}

} // namespace
} // namespace coverme
