// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/SeedInputs.h"

#include <gtest/gtest.h>

#include <bit>

namespace coverme {
namespace {

InputPlan plan() {
  const Scalar fraction{ScalarKind::Unsigned, 64, {}, false},
      exponent{ScalarKind::Exponent, 16, {}, false},
      place{ScalarKind::Unsigned, 32, {0, 1}, false};
  InputPlan plan;
  plan.inputs = {{"n", "int", {ScalarKind::Signed, 32, {}, false}},
                 {"x", "double", {ScalarKind::Float, 64, {}, false}},
                 {"c", "char", {ScalarKind::Signed, 8, {}, false}},
                 {"w", "long double", fraction, Part::Fraction80},
                 {"w", "long double", exponent, Part::Exponent80},
                 {"p", "int *", place}};
  plan.aliasCount = 1;
  return plan;
}

const Input kInput = {0xfffffffe, std::bit_cast<uint64_t>(-2.5),
                      0x41,       0x4000000000000000,
                      0x3fff,     0};

TEST(SeedInputs, AreTheBytesInMemory) {
  const std::string bytes = bytesOf(plan(), kInput);
  const int32_t n = -2;
  const double x = -2.5;
  const long double w = 1.5L;
  std::string expected(reinterpret_cast<const char *>(&n), sizeof n);
  expected.append(reinterpret_cast<const char *>(&x), sizeof x);
  expected += 'A';
  expected.append(reinterpret_cast<const char *>(&w), 10);
  EXPECT_EQ(bytes, expected);
  EXPECT_EQ(inputOfBytes(plan(), bytes), kInput);
  EXPECT_EQ(inputOfBytes(plan(), bytes + "more"), kInput);
}

TEST(SeedInputs, MayBeShort) {
  EXPECT_EQ(inputOfBytes(plan(), ""), Input(6));
  Input input(6);
  input[0] = 7;
  input[1] = 0xff;
  EXPECT_EQ(inputOfBytes(plan(), std::string("\x07\0\0\0\xff", 5)), input);
}

TEST(SeedInputs, AreFoundByName) {
  EXPECT_EQ(inputOfNames(plan(), {{"w", "0x3fffc000000000000000"},
                                  {"x", "0xc004000000000000"},
                                  {"gone", "0x00"},
                                  {"c", "0x41"},
                                  {"n", "0xfffffffe"}}),
            kInput);
  // Of another type now.
  Input input(6);
  input[5] = 1;
  EXPECT_EQ(inputOfNames(plan(), {{"n", "0x00000000000000001"},
                                  {"x", "1"},
                                  {"p", "0x00000001"}}),
            input);
}

// As objects have grown, and pointers have other places.
TEST(SeedInputs, AreTheSameInAnotherPlan) {
  const Scalar number{ScalarKind::Signed, 32, {}, false};
  const auto place = [](std::vector<std::string> names) {
    InputVariable pointer{"q", "int *", {ScalarKind::Unsigned, 32, {}, false}};
    for (const std::string &name : names)
      pointer.scalar.enumerators.push_back(
          static_cast<uint64_t>(&name - names.data()));
    pointer.valueNames = std::move(names);
    return pointer;
  };
  InputPlan before;
  before.inputs = {{"*p", "int", number},
                   {"m->data->x", "int", number},
                   {"gone", "int", number},
                   place({"q = own", "q = p"})};
  InputPlan after;
  after.inputs = {{"p[0]", "int", number},
                  {"p[1]", "int", number},
                  {"m->data[0].x", "int", number},
                  place({"q = own", "q = r", "q = p"})};
  EXPECT_EQ(sameInput(before, Input{5, 6, 7, 1}, after), (Input{5, 0, 6, 2}));
  EXPECT_EQ(sameInput(after, Input{5, 4, 6, 1}, before), (Input{5, 6, 0, 0}));
}

TEST(SeedInputs, LieWithinBounds) {
  InputPlan bounded = plan();
  bounded.inputs[0].least = 3;
  bounded.inputs[0].greatest = 5;
  EXPECT_EQ(inputOfBytes(bounded, std::string("\x07\0\0\0", 4))[0], 5U);
  EXPECT_EQ(inputOfNames(bounded, {})[0], 3U);
}

} // namespace
} // namespace coverme
