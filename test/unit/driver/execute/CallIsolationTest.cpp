// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/CallIsolation.h"

#include "driver/frontend/c/Compiled.h"
#include "execute/SharedArray.h"
#include "execute/Worker.h"
#include "runtime/FakeObject.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <csignal>
#include <stdexcept>
#include <sys/time.h>
#include <unistd.h>

namespace coverme {
namespace {

using namespace test;

const LoadedObject &fakeObject() {
  static const LoadedObject object{coverme_attach, coverme_call,
                                   coverme_leave_call, fakeStates};
  return object;
}

struct IsolatedEnd {
  int outcome, code;
  uint32_t notes;
};

// How a call of `body` ends in a worker with isolated calls, the second time:
// what the first one did must not be in its way.
IsolatedEnd callIsolated(const FakeBody &body) {
  const SharedArray<IsolatedEnd> result(1);
  const WorkerEnd end = runInWorker(
      [&] {
        FakeSession fake;
        const CallIsolation isolation(fakeObject(), fake.session, kFakeSites,
                                      {});
        for (int i = 0; i < 2; ++i) {
          fake.session.notes = 0;
          result[0].outcome = fake.call(body);
          result[0].code = fake.session.code;
          result[0].notes = fake.session.notes;
        }
      },
      {});
  EXPECT_TRUE(end.finished);
  return result[0];
}

TEST(CallIsolation, LetsCallsReturn) {
  const IsolatedEnd end = callIsolated([](const uint64_t *, uint64_t *) {});
  EXPECT_EQ(end.outcome, COVERME_RETURNED);
  EXPECT_EQ(end.notes, 0u);
}

TEST(CallIsolation, EndsTheCallThatRaisesASignalAndTellsItsNumber) {
  for (const int number :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) {
    const IsolatedEnd end = callIsolated(
        [number](const uint64_t *, uint64_t *) { ::raise(number); });
    EXPECT_EQ(end.outcome, COVERME_SIGNALLED);
    EXPECT_EQ(end.code, number);
  }
}

// Not optimised into a loop, and with a frame that the sanitizers leave alone.
__attribute__((noinline, no_sanitize("address", "undefined"))) int
deeper(volatile int *depth) {
  volatile char frame[1000];
  frame[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  return *depth < 0 ? 0 : deeper(depth) + frame[0];
}

TEST(CallIsolation, KnowsAnOverflowOfTheStack) {
  const IsolatedEnd end = callIsolated([](const uint64_t *, uint64_t *) {
    volatile int depth = 0;
    deeper(&depth);
  });
  EXPECT_EQ(end.outcome, COVERME_STACK_OVERFLOW);
}

TEST(CallIsolation, TellsAWildPointerFromAnOverflowOfTheStack) {
  const IsolatedEnd end = callIsolated([](const uint64_t *, uint64_t *) {
    volatile uintptr_t nowhere = 0x1000;
    *reinterpret_cast<volatile int *>(nowhere) = 1;
  });
  EXPECT_EQ(end.outcome, COVERME_SIGNALLED);
  EXPECT_EQ(end.code, SIGSEGV);
}

TEST(CallIsolation, EndsTheCallThatThrows) {
  const IsolatedEnd end = callIsolated([](const uint64_t *, uint64_t *) {
    throw std::runtime_error("nobody catches me");
  });
  EXPECT_EQ(end.outcome, COVERME_THREW);
}

TEST(CallIsolation, LetsACallCatchWhatItThrows) {
  const IsolatedEnd end = callIsolated([](const uint64_t *, uint64_t *) {
    try {
      throw 1;
    } catch (int) {
    }
  });
  EXPECT_EQ(end.outcome, COVERME_RETURNED);
}

TEST(CallIsolation, PutsTheFloatEnvironmentBackAndNotesIt) {
  const SharedArray<int> mode(2);
  const IsolatedEnd end = callIsolated([&](const uint64_t *, uint64_t *) {
    mode[0] = std::fegetround();
    std::fesetround(FE_UPWARD);
  });
  EXPECT_EQ(end.outcome, COVERME_RETURNED);
  EXPECT_EQ(end.notes, uint32_t{COVERME_NOTE_FLOAT_ENVIRONMENT});
  EXPECT_EQ(mode[0], FE_TONEAREST) << "in the second call";
}

TEST(CallIsolation, ExceptionFlagsAreNoChangeOfTheFloatEnvironment) {
  const IsolatedEnd end = callIsolated(
      [](const uint64_t *, uint64_t *) { std::feraiseexcept(FE_ALL_EXCEPT); });
  EXPECT_EQ(end.notes, 0u);
}

TEST(CallIsolation, LeavesASignalOutsideOfACallToItsDefault) {
  const WorkerEnd end = runInWorker(
      [&] {
        FakeSession fake;
        const CallIsolation isolation(fakeObject(), fake.session, kFakeSites,
                                      {});
        ::raise(SIGFPE);
      },
      {});
  EXPECT_FALSE(end.finished);
  EXPECT_EQ(end.signal, SIGFPE);
}

TEST(CallIsolation, GivesChildrenOfACallNoSecondLife) {
  const SharedArray<int> lives(1);
  const IsolatedEnd end = callIsolated([&](const uint64_t *, uint64_t *) {
    ::fork(); // as a library might do
    ++lives[0];
  });
  EXPECT_EQ(end.outcome, COVERME_RETURNED);
  EXPECT_EQ(lives[0], 2) << "one for each call";
}

TEST(CallIsolation, RestoresVariablesAndErrnoAheadOfEachCall) {
  const PreparedText compiled("#include <errno.h>\n"
                              "static int set = 7;\n"
                              "int unset;\n"
                              "static _Thread_local int ofThread = 8;\n"
                              "int f(void) {\n"
                              "  int seen = set++ + 10 * ofThread++;\n"
                              "  seen += 100 * unset++ + 1000 * (errno != 0);\n"
                              "  errno = ERANGE;\n"
                              "  return seen;\n"
                              "}\n");
  const SharedArray<uint64_t> seen(3);
  const auto run = [&](bool restoresState) {
    runInWorker(
        [&] {
          const LoadedObject object =
              loadObject(compiled.sharedObject(), compiled.prepared.program);
          coverme_session session{};
          session.fuel = 1;
          const CallIsolation isolation(object, session, 0,
                                        {restoresState, 1 << 20});
          for (uint64_t &result : seen)
            object.call(0, nullptr, &result);
        },
        {});
  };
  run(true);
  for (const uint64_t result : seen)
    EXPECT_EQ(result, 87u);
  run(false);
  EXPECT_EQ(seen[0] % 100, 87u);
  EXPECT_EQ(seen[1], 1198u) << "state is kept unless it is restored";
}

TEST(RestoreSignals, SaysWhetherAnythingHadChanged) {
  const SharedArray<int> said(6);
  runInWorker(
      [&] {
        FakeSession fake;
        const CallIsolation isolation(fakeObject(), fake.session, kFakeSites,
                                      {});
        said[0] = restoreSignals();
        ::signal(SIGFPE, SIG_IGN);
        said[1] = restoreSignals();
        ::signal(SIGUSR1, [](int) {});
        said[2] = restoreSignals();
        sigset_t all;
        ::sigfillset(&all);
        ::sigprocmask(SIG_SETMASK, &all, nullptr);
        said[3] = restoreSignals();
        ::alarm(1000);
        said[4] = restoreSignals();
        said[5] = restoreSignals();
      },
      {});
  EXPECT_FALSE(said[0]);
  for (int change = 1; change <= 4; ++change)
    EXPECT_TRUE(said[change]) << change;
  EXPECT_FALSE(said[5]);
}

} // namespace
} // namespace coverme
