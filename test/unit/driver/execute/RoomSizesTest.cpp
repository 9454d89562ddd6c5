// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/RoomSizes.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

Buffer object(const char *name, uint32_t elementSize, uint32_t elements,
              bool isGuessed = true) {
  Buffer buffer;
  buffer.name = name;
  buffer.elementSize = elementSize;
  buffer.image.byteSize = elementSize * elements;
  buffer.isGuessed = isGuessed;
  return buffer;
}

struct RoomSizes : testing::Test {
  RoomSizes() {
    plan.buffers = {object("a", 8, 1), object("s", 100'000, 1),
                    object("p", 8, 3, false)};
  }

  InputPlan plan;
  CallLog log{0, 0, 3};
};

TEST_F(RoomSizes, AreBoundedMoreForInputsThatAreNotPlain) {
  limitRooms(plan, true, log);
  EXPECT_EQ(log.rooms[0].plainLimit, 65536u);
  EXPECT_EQ(log.rooms[0].openLimit, 2048u);
  EXPECT_EQ(log.rooms[0].limit, 128u);
  EXPECT_EQ(log.rooms[1].openLimit, 65536u);
  EXPECT_TRUE(log.canGrow());
}

TEST_F(RoomSizes, AreBoundedMoreWhereTheyLeadToOthers) {
  plan.buffers[0].holdsPointers = plan.buffers[1].holdsPointers = true;
  limitRooms(plan, true, log);
  EXPECT_EQ(log.rooms[0].plainLimit, 65536u);
  EXPECT_EQ(log.rooms[0].openLimit, 256u);
  EXPECT_EQ(log.rooms[0].limit, 64u);
  EXPECT_EQ(log.rooms[1].openLimit, 65536u);
  // Nor do they double beyond that.
  plan.buffers[0].image.byteSize = 160;
  log.rooms[0].wanted = 168;
  EXPECT_EQ(wantedElements(plan, log, {{"a", 20}}).at("a"), 32u);
}

TEST_F(RoomSizes, OfWhatIsGivenBackAreNamedWithTheirSiblings) {
  plan.buffers = {object("m->row[0]", 8, 1), object("m->row[1]", 8, 1)};
  log.rooms[1].isGivenBack = 1;
  EXPECT_EQ(givenBack(plan, log), (std::set<std::string>{"m[].row[]"}));
}

TEST_F(RoomSizes, OfWhatIsKnownStay) {
  limitRooms(plan, true, log);
  EXPECT_EQ(log.rooms[2].limit, 0u);
  log.rooms[2].wanted = 100;
  EXPECT_TRUE(wantedElements(plan, log, {}).empty());
}

TEST_F(RoomSizes, ThatStayAreGuessesAllTheSame) {
  limitRooms(plan, false, log);
  EXPECT_EQ(log.rooms[0].limit, 1u);
  EXPECT_FALSE(log.canGrow());
}

TEST_F(RoomSizes, AreOfWholeElements) {
  limitRooms(plan, true, log);
  EXPECT_TRUE(wantedElements(plan, log, {}).empty());
  log.rooms[0].wanted = 65; // a byte of the ninth
  EXPECT_EQ(wantedElements(plan, log, {}),
            (std::map<std::string, uint32_t>{{"a", 9}}));
}

TEST_F(RoomSizes, DoubleWhenTheyAreTooSmallOnceMore) {
  log.rooms[0].wanted = 16;
  EXPECT_EQ(wantedElements(plan, log, {}).at("a"), 2u);
  plan.buffers[0].image.byteSize = 64;
  log.rooms[0].wanted = 72;
  EXPECT_EQ(wantedElements(plan, log, {{"a", 8}}).at("a"), 16u);
  EXPECT_EQ(wantedElements(plan, log, {{"b", 8}}).at("a"), 9u);
  plan.buffers[0].image.byteSize = 2048;
  log.rooms[0].wanted = 2056;
  EXPECT_EQ(wantedElements(plan, log, {{"a", 256}}).at("a"), 257u);
}

TEST_F(RoomSizes, OfAllElementsAreTheLargestOne) {
  plan.buffers = {object("m->row[0]", 8, 1), object("m->row[1]", 8, 2)};
  log.rooms[0].wanted = 64;
  log.rooms[1].wanted = 40;
  EXPECT_EQ(wantedElements(plan, log, {}),
            (std::map<std::string, uint32_t>{{"m[].row[]", 8}}));
}

TEST_F(RoomSizes, ThatTheCodeHasWrittenOverAreBounded) {
  log.rooms[0].wanted = UINT64_MAX;
  EXPECT_EQ(wantedElements(plan, log, {}).at("a"), 65536u / 8);
}

TEST_F(RoomSizes, AreToldWithWhatLiesBeyond) {
  log.rooms[0].beyond = 8000;
  log.rooms[1].beyond = -1;
  const auto sizes = guessedSizes(plan, log, {});
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(sizes[0].name, "a");
  EXPECT_EQ(sizes[0].elements, 1u);
  EXPECT_EQ(sizes[0].met, 1000);
  EXPECT_EQ(sizes[1].met, -1);
}

TEST_F(RoomSizes, GrowAheadWhereThereAreNumbers) {
  log.rooms[0].wantedAhead = 20; // bytes of the third
  EXPECT_TRUE(wantedAhead(plan, log).empty());
  plan.buffers[0].growsAhead = true;
  EXPECT_EQ(wantedAhead(plan, log),
            (std::map<std::string, uint32_t>{{"a", 3}}));
  plan.buffers[0].ahead.byteSize = 24;
  log.rooms[0].wantedAhead = 8;
  EXPECT_EQ(wantedAhead(plan, log).at("a"), 24u);
  log.rooms[0].wantedAhead = UINT64_MAX;
  EXPECT_EQ(wantedAhead(plan, log).at("a"), 16384u / 8);
  plan.buffers[0].ahead.byteSize = 16384;
  EXPECT_TRUE(wantedAhead(plan, log).empty());
}

TEST_F(RoomSizes, AreCountedFromWherePointersLead) {
  plan.buffers[0].ahead.byteSize = 24;
  log.rooms[0].wanted = 24 + 65;
  EXPECT_EQ(wantedElements(plan, log, {}).at("a"), 9u);
  log.rooms[0].beyond = INT64_MIN;
  EXPECT_LT(guessedSizes(plan, log, {}).at(0).met, -1'000'000);
  limitRooms(plan, true, log);
  EXPECT_EQ(log.rooms[0].limit, 24u + 128u);
  log.rooms[0].beyond = -1;
  const auto sizes = guessedSizes(plan, log, {});
  ASSERT_EQ(sizes.size(), 1u);
  EXPECT_EQ(sizes[0].elements, 1u);
  EXPECT_EQ(sizes[0].ahead, 3u);
  EXPECT_EQ(sizes[0].met, -4);
}

TEST_F(RoomSizes, ThatWereLearntAreTold) {
  plan.stubs.resize(1);
  plan.stubs[0].called = "f()";
  plan.stubs[0].results.count = 16;
  const auto sizes = guessedSizes(plan, log, {{"a", 1}, {"f()", 16}});
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_FALSE(sizes[0].met);
  EXPECT_TRUE(sizes[0].isGrown);
  EXPECT_EQ(sizes[1].name, "f()");
  EXPECT_EQ(sizes[1].elements, 16u);
  EXPECT_TRUE(sizes[1].isGrown);
}

} // namespace
} // namespace coverme
