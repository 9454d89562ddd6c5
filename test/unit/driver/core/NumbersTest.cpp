// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace coverme {
namespace {

// The numbers of the last type.
std::string numbers(const Program &program, size_t most = 100) {
  std::string text;
  for (const ObjectNumber &number : numbersOf(
           program, static_cast<uint32_t>(program.types.size() - 1), "s", most))
    text += fmt::format("{}@{}:{} ", number.name, number.offset,
                        number.scalar.width);
  return text;
}

CType scalar(ScalarKind kind, unsigned width) {
  CType type;
  type.kind = CTypeKind::Scalar;
  type.scalar = {kind, width, {}, false};
  type.byteSize = width / 8;
  return type;
}

CType array(CTypeKind kind, uint32_t element, uint32_t count, uint32_t bytes) {
  CType type;
  type.kind = kind;
  type.element = element;
  type.count = count;
  type.byteSize = bytes;
  return type;
}

Program makeProgram() {
  Program program;
  CType pointer;
  pointer.kind = CTypeKind::Pointer;
  pointer.byteSize = 8;
  CType both;
  both.kind = CTypeKind::Struct;
  both.byteSize = 64;
  both.members = {{"p", 2, 0, 0, 0}, {"x", 3, 8, 0, 0},  {"bits", 0, 24, 0, 3},
                  {"", 0, 28, 0, 0}, {"c", 4, 32, 0, 0}, {"big", 5, 48, 0, 0}};
  program.types = {scalar(ScalarKind::Signed, 32),
                   scalar(ScalarKind::Float, 64),
                   pointer,
                   array(CTypeKind::Array, 1, 2, 16),
                   array(CTypeKind::Complex, 1, 0, 16),
                   scalar(ScalarKind::Float, 80),
                   both};
  return program;
}

TEST(Numbers, AreThoseOfMembersAndElements) {
  EXPECT_EQ(numbers(makeProgram()), "s.x[0]@8:64 s.x[1]@16:64 s@28:32 "
                                    "s.c.real@32:64 s.c.imag@40:64 ");
}

TEST(Numbers, AreTheFirstOnes) {
  EXPECT_EQ(numbers(makeProgram(), 1), "s.x[0]@8:64 ");
}

} // namespace
} // namespace coverme
