// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Session.h"

#include "coverme/Distance.h"
#include "runtime/FakeObject.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using test::FakeSession;

TEST(Session, CountsWhatTheLinkerGathered) {
  EXPECT_EQ(coverme_site_count(), test::kFakeSites);
  EXPECT_EQ(coverme_function_count(), 1u);
  EXPECT_EQ(coverme_states(), test::fakeStates);
}

TEST(Session, DefinesTheSymbolOfItsAbiVersion) {
  EXPECT_EQ(COVERME_ABI_SYMBOL, uint32_t{COVERME_ABI_VERSION});
}

TEST(Session, CallPassesInputsAndOutputs) {
  FakeSession fake;
  fake.in = {3, 4};
  const int outcome = fake.call([](const uint64_t *in, uint64_t *out) {
    out[0] = in[0] + in[1];
    out[1] = in[0] * in[1];
  });
  EXPECT_EQ(outcome, COVERME_RETURNED);
  EXPECT_EQ(fake.out[0], 7u);
  EXPECT_EQ(fake.out[1], 12u);
}

TEST(Session, EpochNumbersTheCallsFromOne) {
  FakeSession fake;
  for (uint64_t call = 1; call <= 3; ++call) {
    fake.call([](const uint64_t *, uint64_t *) {});
    EXPECT_EQ(fake.session.epoch, call);
  }
}

TEST(Session, StartValueIsOneInEveryMode) {
  for (const uint32_t mode : {COVERME_DISTANCE_ULP, COVERME_DISTANCE_SQUARED,
                              COVERME_DISTANCE_ABSOLUTE}) {
    FakeSession fake;
    fake.session.distanceMode = mode;
    fake.session.r = 99;
    fake.session.rSite = 99;
    fake.call([](const uint64_t *, uint64_t *) {});
    EXPECT_EQ(rankToDouble(fake.session.r, mode), 1.0);
    EXPECT_EQ(fake.session.rSite, COVERME_NO_SITE);
    EXPECT_EQ(fake.session.touchedCount, 0u);
  }
}

TEST(Session, FuelIsTheSessionsInsideOfACallAndUnlimitedOutside) {
  FakeSession fake;
  fake.session.fuel = 42;
  EXPECT_EQ(__coverme_fuel, UINT64_MAX);
  for (int i = 0; i < 2; ++i) {
    fake.call([](const uint64_t *, uint64_t *out) {
      out[0] = __coverme_fuel;
      __coverme_fuel -= 10;
    });
    EXPECT_EQ(fake.out[0], 42u);
    EXPECT_EQ(__coverme_fuel, UINT64_MAX);
  }
}

// An endless loop, with the decrement that the pass puts on its back edge.
void loopForever(const uint64_t *, uint64_t *out) {
  for (;;) {
    ++out[0];
    if (--__coverme_fuel == 0)
      __coverme_out_of_fuel();
  }
}

TEST(Session, OutOfFuelLeavesTheCall) {
  FakeSession fake;
  fake.session.fuel = 5;
  EXPECT_EQ(fake.call(loopForever), COVERME_OUT_OF_FUEL);
  EXPECT_EQ(fake.out[0], 5u);
  EXPECT_EQ(__coverme_fuel, UINT64_MAX);
}

TEST(Session, AbortLeavesTheCall) {
  FakeSession fake;
  const int outcome = fake.call([](const uint64_t *, uint64_t *out) {
    out[0] = 1;
    coverme_leave_call(COVERME_SIGNALLED, 0);
    out[0] = 2;
  });
  EXPECT_EQ(outcome, COVERME_SIGNALLED);
  EXPECT_EQ(fake.out[0], 1u);
  EXPECT_EQ(__coverme_fuel, UINT64_MAX);
}

TEST(Session, BothWaysOutAreHarmlessOutsideOfACall) {
  coverme_leave_call(COVERME_SIGNALLED, 0); // before any
  FakeSession fake;
  fake.call([](const uint64_t *, uint64_t *) {});
  coverme_leave_call(COVERME_SIGNALLED, 0);
  __coverme_out_of_fuel();
  fake.call([](const uint64_t *, uint64_t *) {
    coverme_leave_call(COVERME_SIGNALLED, 0);
  });
  coverme_leave_call(COVERME_SIGNALLED, 0); // after one that was left
  __coverme_out_of_fuel();
  EXPECT_EQ(fake.session.epoch, 2u);
}

TEST(Session, CallsWorkAgainAfterOneThatWasLeft) {
  FakeSession fake;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(fake.call(loopForever), COVERME_OUT_OF_FUEL);
    EXPECT_EQ(fake.call([](const uint64_t *, uint64_t *) {}), COVERME_RETURNED);
  }
}

TEST(Session, WhatALeftCallVisitedStays) {
  FakeSession fake;
  test::fakeStates[2] = test::kBothOpen;
  fake.call([](const uint64_t *, uint64_t *) {
    test::fakeBranch(2, COVERME_REL_LESS, 1, 2);
    coverme_leave_call(COVERME_SIGNALLED, 0);
  });
  ASSERT_EQ(fake.session.touchedCount, 1u);
  EXPECT_EQ(fake.touched[0], 2u);
}

} // namespace
} // namespace coverme
