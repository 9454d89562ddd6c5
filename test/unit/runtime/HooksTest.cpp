// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Session.h"
#include "coverme/Distance.h"
#include "runtime/FakeObject.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace coverme {
namespace {

using test::fakeBranch;
using test::FakeSession;
using test::fakeStates;
using test::kBothOpen;

constexpr uint32_t kLess = COVERME_REL_LESS;

// FOO_R of a body that is one site: `1.0 < b` at the given state.
Rank valueOfOneSite(uint8_t state, double b, uint32_t mode) {
  FakeSession fake;
  fake.session.distanceMode = mode;
  fakeStates[0] = state;
  fake.call([b](const uint64_t *, uint64_t *) { fakeBranch(0, kLess, 1, b); });
  return fake.session.r;
}

// Def. 4.2 in its four cases, in every mode, for both outcomes.
class RepresentingValue : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(AllModes, RepresentingValue,
                         testing::Values(COVERME_DISTANCE_ULP,
                                         COVERME_DISTANCE_SQUARED,
                                         COVERME_DISTANCE_ABSOLUTE));

TEST_P(RepresentingValue, IsZeroWhereBothBranchesAreOpen) {
  EXPECT_EQ(valueOfOneSite(kBothOpen, 5, GetParam()), 0u);
  EXPECT_EQ(valueOfOneSite(kBothOpen, -5, GetParam()), 0u);
}

TEST_P(RepresentingValue, IsTheDistanceToAnOpenTrueBranch) {
  EXPECT_EQ(valueOfOneSite(COVERME_STATE_TRUE_OPEN, 5, GetParam()), 0u);
  EXPECT_EQ(valueOfOneSite(COVERME_STATE_TRUE_OPEN, -5, GetParam()),
            distance(kLess, 1.0, -5.0, GetParam()));
}

TEST_P(RepresentingValue, IsTheDistanceToAnOpenFalseBranch) {
  EXPECT_EQ(valueOfOneSite(COVERME_STATE_FALSE_OPEN, -5, GetParam()), 0u);
  EXPECT_EQ(valueOfOneSite(COVERME_STATE_FALSE_OPEN, 5, GetParam()),
            distance(COVERME_REL_ALL ^ kLess, 1.0, 5.0, GetParam()));
}

TEST_P(RepresentingValue, KeepsTheStartValueWhereNoneIsOpen) {
  for (const uint8_t state : {uint8_t{0}, uint8_t{COVERME_STATE_RECORD}})
    for (const double b : {5.0, -5.0})
      EXPECT_EQ(valueOfOneSite(state, b, GetParam()), unitRank(GetParam()));
}

TEST(Hooks, TheLastSiteWithAnOpenBranchDecides) {
  FakeSession fake;
  fakeStates[0] = kBothOpen;
  fakeStates[1] = COVERME_STATE_TRUE_OPEN;
  fakeStates[2] = COVERME_STATE_RECORD;
  fake.call([](const uint64_t *, uint64_t *) {
    for (const uint32_t site : {0, 1, 2})
      fakeBranch(site, COVERME_REL_EQUAL, 1, 1 + 0x1p-52);
  });
  EXPECT_EQ(fake.session.r, 1u);
  EXPECT_EQ(fake.session.rSite, 1u);
}

TEST(Hooks, ASaturatedSiteLeavesTheValueOfTheSiteBefore) {
  FakeSession fake;
  fakeStates[3] = COVERME_STATE_FALSE_OPEN;
  fakeStates[4] = COVERME_STATE_RECORD;
  fake.call([](const uint64_t *, uint64_t *) {
    fakeBranch(3, COVERME_REL_GREATER, 7, 6);
    fakeBranch(4, COVERME_REL_GREATER, 7, 6);
  });
  EXPECT_EQ(fake.session.r, distance(COVERME_REL_ALL ^ COVERME_REL_GREATER, 7.0,
                                     6.0, COVERME_DISTANCE_ULP));
  EXPECT_EQ(fake.session.rSite, 3u);
}

TEST(Hooks, AVisitHasZeroForTheTakenOutcomeAndTheDistanceForTheOther) {
  FakeSession fake;
  fakeStates[0] = fakeStates[1] = COVERME_STATE_RECORD;
  fake.call([](const uint64_t *, uint64_t *) {
    fakeBranch(0, kLess, 1, 3); // taken
    fakeBranch(1, kLess, 3, 1); // not taken
  });
  EXPECT_EQ(fake.visits[0].distance[true], 0u);
  EXPECT_EQ(fake.visits[0].distance[false],
            distance(COVERME_REL_ALL ^ kLess, 1.0, 3.0, COVERME_DISTANCE_ULP));
  EXPECT_EQ(fake.visits[1].distance[false], 0u);
  EXPECT_EQ(fake.visits[1].distance[true],
            distance(kLess, 3.0, 1.0, COVERME_DISTANCE_ULP));
}

TEST(Hooks, SeveralVisitsKeepTheLeastDistance) {
  FakeSession fake;
  fakeStates[0] = kBothOpen;
  fake.call([](const uint64_t *, uint64_t *) {
    for (const double x : {9.0, 3.0, 5.0})
      fakeBranch(0, kLess, x, 2);
  });
  EXPECT_EQ(fake.visits[0].distance[true],
            distance(kLess, 3.0, 2.0, COVERME_DISTANCE_ULP));
  EXPECT_EQ(fake.visits[0].distance[false], 0u);
}

TEST(Hooks, OutcomesTakenByDifferentVisitsAreBothZero) {
  for (const bool trueFirst : {false, true}) {
    FakeSession fake;
    fakeStates[0] = kBothOpen;
    fake.call([trueFirst](const uint64_t *, uint64_t *) {
      fakeBranch(0, kLess, trueFirst ? 1 : 3, 2);
      fakeBranch(0, kLess, trueFirst ? 3 : 1, 2);
      fakeBranch(0, kLess, 100, 2);
    });
    EXPECT_EQ(fake.visits[0].distance[false], 0u);
    EXPECT_EQ(fake.visits[0].distance[true], 0u);
  }
}

TEST(Hooks, TouchedListsEachSiteOnceInFirstVisitOrder) {
  FakeSession fake;
  std::fill_n(fakeStates, test::kFakeSites, kBothOpen);
  fakeStates[6] = 0;
  fake.call([](const uint64_t *, uint64_t *) {
    for (const uint32_t site : {5, 2, 6, 5, 7, 2, 0})
      fakeBranch(site, kLess, 1, 2);
  });
  const std::vector<uint32_t> touched(
      fake.touched.begin(), fake.touched.begin() + fake.session.touchedCount);
  EXPECT_EQ(touched, (std::vector<uint32_t>{5, 2, 7, 0}));
}

TEST(Hooks, WhereOnlyHitsCountOtherVisitsLeaveNoTrace) {
  FakeSession fake;
  const auto call = [&](double b) {
    fake.call([b](const uint64_t *, uint64_t *) {
      fakeBranch(0, kLess, 1, b);
      fakeBranch(1, kLess, 1, b);
    });
  };
  fakeStates[0] = COVERME_STATE_HITS_ONLY | COVERME_STATE_TRUE_OPEN;
  call(0);
  EXPECT_EQ(fake.session.touchedCount, 0u);
  call(2);
  EXPECT_EQ(fake.session.touchedCount, 1u);
  EXPECT_EQ(fake.visits[0].distance[true], 0u);
  fakeStates[1] = COVERME_STATE_HITS_ONLY | kBothOpen;
  call(0);
  EXPECT_EQ(fake.session.touchedCount, 1u);
  EXPECT_EQ(fake.session.touched[0], 1u);
}

TEST(Hooks, ACallForgetsTheVisitsOfTheOneBefore) {
  FakeSession fake;
  fakeStates[0] = fakeStates[1] = kBothOpen;
  fake.call([](const uint64_t *, uint64_t *) {
    fakeBranch(0, kLess, 3, 2); // nearer than in the second call
    fakeBranch(1, kLess, 3, 2);
  });
  fake.call([](const uint64_t *, uint64_t *) { fakeBranch(0, kLess, 9, 2); });
  EXPECT_EQ(fake.session.touchedCount, 1u);
  EXPECT_EQ(fake.visits[0].epoch, 2u);
  EXPECT_EQ(fake.visits[0].distance[true],
            distance(kLess, 9.0, 2.0, COVERME_DISTANCE_ULP));
  EXPECT_EQ(fake.visits[1].epoch, 1u) << "not valid in this call";
}

// What one hook records of a not-taken equality, as the distance to true.
template <class Hook, class T> Rank recorded(Hook hook, T a, T b) {
  FakeSession fake;
  fakeStates[0] = COVERME_STATE_RECORD;
  fake.call([=](const uint64_t *, uint64_t *) {
    hook(&fakeStates[0], COVERME_REL_EQUAL, a, b);
  });
  EXPECT_EQ(fake.visits[0].distance[false], 0u);
  return fake.visits[0].distance[true];
}

TEST(Hooks, EachMeasuresInItsOperandsOwnType) {
  EXPECT_EQ(recorded(__coverme_pen_f32, 1.0f, 2.0f), uint64_t{1} << 23);
  EXPECT_EQ(recorded(__coverme_pen_f64, 1.0, 2.0), uint64_t{1} << 52);
  EXPECT_EQ(recorded(__coverme_pen_f80, 1.0L, std::nextafter(1.0L, 2.0L)), 1u);
  EXPECT_EQ(recorded(__coverme_pen_s64, int64_t{-1}, int64_t{1}), 2u);
  EXPECT_EQ(recorded(__coverme_pen_u64, UINT64_MAX, uint64_t{1}),
            UINT64_MAX - 1);
}

TEST(Hooks, ResultsOfComparingTextsAreAsFarAsTheTexts) {
  const auto distanceOf = [](int64_t a, int64_t b) {
    FakeSession fake;
    fakeStates[0] = COVERME_STATE_RECORD;
    lastComparisons[0] = {fake.session.epoch + 1, -3, 500};
    lastComparisons[1] = {fake.session.epoch + 1, 7, 700};
    lastComparisons[2] = {fake.session.epoch, 4, 600};
    fake.call([a, b](const uint64_t *, uint64_t *) {
      __coverme_pen_s64(&fakeStates[0], COVERME_REL_EQUAL, a, b);
    });
    return fake.visits[0].distance[true];
  };
  EXPECT_EQ(distanceOf(-3, 0), 500u);
  EXPECT_EQ(distanceOf(0, -3), 500u);
  EXPECT_EQ(distanceOf(-3, 1), 4u) << "not with zero";
  EXPECT_EQ(distanceOf(3, 0), 500u) << "its magnitude";
  EXPECT_EQ(distanceOf(3 + 2 * 256, 0), 500u + 2 * 256);
  EXPECT_EQ(distanceOf(7, 0), 700u) << "the one before";
  EXPECT_EQ(distanceOf(INT64_MIN, 0), uint64_t{1} << 63) << "too large for one";
  EXPECT_EQ(distanceOf(5, 0), 5u) << "another result";
  EXPECT_EQ(distanceOf(4, 0), 4u) << "of another call";
}

TEST(Hooks, PointersAndConditionsAreOneUnitFromTheOtherOutcome) {
  const char array[100] = {};
  const void *first = array, *last = array + 99;
  EXPECT_EQ(recorded(__coverme_pen_ptr, first, last), 1u);
  EXPECT_EQ(recorded(__coverme_pen_bit, 0u, 1u), 1u);
}

TEST(Hooks, PointersCompareAsAddresses) {
  FakeSession fake;
  fakeStates[0] = fakeStates[1] = COVERME_STATE_RECORD;
  fake.call([](const uint64_t *, uint64_t *) {
    const char pair[2] = {};
    __coverme_pen_ptr(&fakeStates[0], kLess, pair, pair + 1);
    __coverme_pen_ptr(&fakeStates[1], COVERME_REL_EQUAL, nullptr, nullptr);
  });
  for (const int site : {0, 1}) {
    EXPECT_EQ(fake.visits[site].distance[true], 0u);
    EXPECT_EQ(fake.visits[site].distance[false], 1u);
  }
}

TEST(Hooks, NanTakesTheBranchThatCTakes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  FakeSession fake;
  fakeStates[0] = fakeStates[1] = COVERME_STATE_RECORD;
  fake.call([nan](const uint64_t *, uint64_t *) {
    fakeBranch(0, kLess, nan, 1);                   // x < 1
    fakeBranch(1, kLess ^ COVERME_REL_ALL, nan, 1); // !(x < 1)
  });
  EXPECT_EQ(fake.visits[0].distance[false], 0u);
  EXPECT_EQ(fake.visits[1].distance[true], 0u);
  EXPECT_EQ(fake.visits[0].distance[true], UINT64_MAX) << "the plateau";
}

} // namespace
} // namespace coverme
