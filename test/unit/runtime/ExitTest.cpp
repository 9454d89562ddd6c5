// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The test program is linked with the runtime's exit and its relatives, as
// code under test is.

#include "runtime/FakeObject.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace coverme {
namespace {

using namespace test;

using Leave = void (*)(int);
constexpr Leave kAllWays[] = {::exit, ::_exit, ::quick_exit, ::_Exit};

TEST(Exit, EndsTheCallAloneAndKeepsTheStatus) {
  for (const Leave leave : kAllWays) {
    FakeSession fake;
    const int outcome = fake.call([leave](const uint64_t *, uint64_t *out) {
      out[0] = 1;
      leave(42);
      out[0] = 2;
    });
    EXPECT_EQ(outcome, COVERME_EXITED);
    EXPECT_EQ(fake.session.code, 42);
    EXPECT_EQ(fake.out[0], 1u);
    EXPECT_EQ(__coverme_fuel, UINT64_MAX);
  }
}

TEST(Exit, LeavesTheNextCallAlone) {
  FakeSession fake;
  fake.call([](const uint64_t *, uint64_t *) { ::exit(1); });
  EXPECT_EQ(fake.call([](const uint64_t *, uint64_t *) {}), COVERME_RETURNED);
}

TEST(Exit, KeepsWhatTheCallVisited) {
  FakeSession fake;
  fakeStates[4] = kBothOpen;
  fake.call([](const uint64_t *, uint64_t *) {
    fakeBranch(4, COVERME_REL_LESS, 1, 2);
    ::exit(0);
  });
  ASSERT_EQ(fake.session.touchedCount, 1u);
  EXPECT_EQ(fake.touched[0], 4u);
}

TEST(Exit, EndsTheProcessOutsideOfACall) {
  for (const bool isAttached : {false, true})
    for (const Leave leave : kAllWays) {
      const pid_t child = ::fork();
      if (child == 0) {
        FakeSession fake;
        if (!isAttached)
          coverme_attach(nullptr);
        leave(7);
      }
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status));
      EXPECT_EQ(WEXITSTATUS(status), 7);
    }
}

} // namespace
} // namespace coverme
