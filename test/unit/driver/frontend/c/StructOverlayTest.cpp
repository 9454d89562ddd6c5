// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/StructOverlay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace coverme {
namespace {

class StructOverlays : public testing::Test {
protected:
  StructOverlays() {
    none = add({"void", CTypeKind::Void, {}, 0, 0, 0, 0, {}});
    byte = addNumber("unsigned char", 8);
    number = addNumber("int", 32);
    real = addNumber("long", 64);
    bytes = add({"char [40]", CTypeKind::Array, {}, 40, 0, byte, 40, {}});
    text = add({"char [8]", CTypeKind::Array, {}, 8, 0, byte, 8, {}});
    toNone = addPointer(none);
    toReal = addPointer(real);
    toRows = addPointer(toReal);
  }

  uint32_t add(CType type) {
    program.types.push_back(std::move(type));
    return static_cast<uint32_t>(program.types.size() - 1);
  }

  uint32_t addNumber(const std::string &name, unsigned width) {
    return add({name,
                CTypeKind::Scalar,
                {ScalarKind::Signed, width, {}},
                width / 8,
                0,
                0,
                0,
                {}});
  }

  uint32_t addPointer(uint32_t to) {
    return add({"", CTypeKind::Pointer, {}, 8, 0, to, 0, {}});
  }

  uint32_t addStruct(const std::string &name, uint32_t size,
                     std::vector<Member> members) {
    return add({name, CTypeKind::Struct, {}, size, 0, 0, 0, members});
  }

  StructOverlay overlay(const std::vector<uint32_t> &parts) const {
    return overlayStructs(program, parts);
  }

  void expectShared(const std::vector<uint32_t> &parts, const char *members) {
    const StructOverlay result = overlay(parts);
    EXPECT_EQ(texts(result.shared), members);
    EXPECT_TRUE(result.alternatives.empty());
  }

  static std::string texts(const std::vector<OverlaidMember> &members) {
    std::string text;
    for (const OverlaidMember &each : members)
      text += each.member.name + " ";
    return text;
  }

  Program program;
  uint32_t none, byte, number, real, bytes, text, toNone, toReal, toRows;
};

TEST_F(StructOverlays, SharesWhatLiesInPlacesOfItsOwn) {
  const uint32_t base = addStruct(
      "struct base", 16, {{"next", toReal, 0, 0, 0}, {"type", byte, 8, 0, 0}});
  const uint32_t other = addStruct("struct other", 24,
                                   {{"before", toReal, 0, 0, 0},
                                    {"type", byte, 8, 0, 0},
                                    {"count", number, 12, 0, 0},
                                    {"length", real, 16, 0, 0}});
  const StructOverlay result = overlay({base, other});
  EXPECT_EQ(texts(result.shared), "next type count length ");
  EXPECT_TRUE(result.alternatives.empty());
  EXPECT_EQ(result.shared[0].owner, base);
  EXPECT_EQ(result.shared[2].owner, other);
}

TEST_F(StructOverlays, HasAlternativesWhereMembersOverlap) {
  const uint32_t base = addStruct(
      "struct base", 16, {{"data", real, 0, 0, 0}, {"type", byte, 8, 0, 0}});
  const uint32_t points = addStruct(
      "struct points", 16, {{"at", toReal, 0, 0, 0}, {"type", byte, 8, 0, 0}});
  const uint32_t parts = addStruct("struct parts", 16,
                                   {{"left", number, 0, 0, 0},
                                    {"right", number, 4, 0, 0},
                                    {"type", byte, 8, 0, 0}});
  const StructOverlay result = overlay({base, points, parts});
  EXPECT_EQ(texts(result.shared), "type ");
  ASSERT_EQ(result.alternatives.size(), 3U);
  EXPECT_EQ(result.alternatives[0].part, 0U);
  EXPECT_EQ(texts(result.alternatives[0].members), "data ");
  EXPECT_EQ(texts(result.alternatives[1].members), "at ");
  EXPECT_EQ(texts(result.alternatives[2].members), "left right ");
}

TEST_F(StructOverlays, GivesWayToWhatSaysMore) {
  const uint32_t base = addStruct(
      "struct base", 48, {{"data", toNone, 0, 0, 0}, {"rest", bytes, 8, 0, 0}});
  const uint32_t other = addStruct(
      "struct other", 16, {{"rows", toRows, 0, 0, 0}, {"size", real, 8, 0, 0}});
  expectShared({base, other}, "rows size ");
}

TEST_F(StructOverlays, TakesAFewBytesForAText) {
  const uint32_t base =
      addStruct("struct base", 16, {{"next", toReal, 0, 0, 0}});
  const uint32_t other =
      addStruct("struct other", 16, {{"name", text, 0, 0, 0}});
  const StructOverlay result = overlay({base, other});
  ASSERT_EQ(result.alternatives.size(), 2U);
  EXPECT_EQ(texts(result.alternatives[1].members), "name ");
}

TEST_F(StructOverlays, TakesEqualAlternativesForOne) {
  const uint32_t base = addStruct("struct base", 8, {{"data", real, 0, 0, 0}});
  const uint32_t one = addStruct("struct one", 8, {{"at", toReal, 0, 0, 0}});
  const uint32_t same = addStruct("struct same", 8, {{"to", toReal, 0, 0, 0}});
  EXPECT_EQ(overlay({base, one, same}).alternatives.size(), 2U);
}

TEST_F(StructOverlays, TakesTheStructAtTheBeginningApart) {
  const uint32_t base = addStruct(
      "struct base", 16, {{"next", toReal, 0, 0, 0}, {"type", byte, 8, 0, 0}});
  const uint32_t derived = addStruct(
      "struct derived", 24, {{"all", base, 0, 0, 0}, {"more", real, 16, 0, 0}});
  expectShared({base, derived}, "next type more ");
}

TEST_F(StructOverlays, CountsBitFieldsAsTheirBytes) {
  const uint32_t base = addStruct(
      "struct base", 4, {{"a", number, 0, 0, 3}, {"b", number, 0, 3, 5}});
  const uint32_t alike = addStruct(
      "struct alike", 4, {{"c", number, 0, 0, 3}, {"d", number, 0, 3, 5}});
  const uint32_t unlike = addStruct(
      "struct unlike", 4, {{"e", number, 0, 0, 4}, {"f", number, 1, 0, 5}});
  EXPECT_TRUE(overlay({base, alike}).alternatives.empty());
  const StructOverlay result = overlay({base, unlike});
  EXPECT_EQ(texts(result.shared), "f ");
  ASSERT_EQ(result.alternatives.size(), 2U);
  EXPECT_EQ(texts(result.alternatives[0].members), "a b ");
  EXPECT_EQ(texts(result.alternatives[1].members), "e ");
}

TEST_F(StructOverlays, KnowsWhichBitsMeanSomething) {
  const uint32_t inner = addStruct(
      "struct inner", 4, {{"a", number, 0, 0, 3}, {"b", byte, 2, 0, 0}});
  const uint32_t pair =
      add({"struct inner [2]", CTypeKind::Array, {}, 8, 0, inner, 2, {}});
  const uint32_t outer =
      addStruct("struct outer", 12, {{"pair", pair, 0, 0, 0}});
  const std::vector<bool> bits = meaningfulBits(program, outer);
  ASSERT_EQ(bits.size(), 96U);
  EXPECT_EQ(std::ranges::count(bits, true), 2 * (3 + 8));
  EXPECT_TRUE(bits[2]);
  EXPECT_FALSE(bits[3]);
  EXPECT_TRUE(bits[32 + 16]);
  EXPECT_FALSE(bits[64]);
}

} // namespace
} // namespace coverme
