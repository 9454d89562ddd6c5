// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/LibraryTypes.h"

#include "core/IdleParts.h"
#include "frontend/c/Inputs.h"

#include <gtest/gtest.h>

namespace coverme {
namespace {

using Kind = LibraryType::Kind;

// Tables by hand: of a function that takes a vector and a string.
class LibraryTypes : public testing::Test {
protected:
  LibraryTypes() {
    add({"void", CTypeKind::Void, {}, 0, 0, 0, 0, {}});
    real = add({"double",
                CTypeKind::Scalar,
                {ScalarKind::Float, 64, {}},
                8,
                0,
                0,
                0,
                {}});
    size = add({"unsigned long",
                CTypeKind::Scalar,
                {ScalarKind::Unsigned, 64, {}},
                8,
                0,
                0,
                0,
                {}});
    character = add({"char",
                     CTypeKind::Scalar,
                     {ScalarKind::Signed, 8, {}},
                     1,
                     0,
                     0,
                     0,
                     {}});
    const uint32_t toReal = pointer(real, 0), toChar = pointer(character, 0);
    vector = add({"struct vector<double, std::allocator<double> >",
                  CTypeKind::Struct,
                  {},
                  24,
                  kLibrary,
                  0,
                  0,
                  {{"_M_start", toReal, 0, 0, 0},
                   {"_M_finish", toReal, 8, 0, 0},
                   {"_M_end_of_storage", toReal, 16, 0, 0}}});
    const uint32_t local =
        add({"char [16]", CTypeKind::Array, {}, 16, 0, character, 16, {}});
    const uint32_t either = add({"union <anonymous>",
                                 CTypeKind::Union,
                                 {},
                                 16,
                                 0,
                                 0,
                                 0,
                                 {{"_M_local_buf", local, 0, 0, 0},
                                  {"_M_allocated_capacity", size, 0, 0, 0}}});
    string = add({"struct basic_string<char, std::char_traits<char>, "
                  "std::allocator<char> >",
                  CTypeKind::Struct,
                  {},
                  32,
                  kLibrary,
                  0,
                  0,
                  {{"_M_p", toChar, 0, 0, 0},
                   {"_M_string_length", size, 8, 0, 0},
                   {"", either, 16, 0, 0}}});
    Function function;
    function.name = function.linkageName = "f";
    for (const auto &[name, type] :
         {std::pair("v", vector), std::pair("s", string)}) {
      Parameter parameter;
      parameter.name = name;
      parameter.type = pointer(type, COVERME_TYPE_IS_REFERENCE);
      function.parameters.push_back(parameter);
    }
    program.functions.push_back(function);
  }

  static constexpr uint32_t kLibrary = COVERME_TYPE_IS_STANDARD |
                                       COVERME_TYPE_IS_OF_LIBRARY |
                                       COVERME_TYPE_IS_BY_REFERENCE;

  uint32_t add(CType type) {
    program.types.push_back(std::move(type));
    return static_cast<uint32_t>(program.types.size() - 1);
  }
  uint32_t pointer(uint32_t to, uint32_t flags) {
    return add({"pointer", CTypeKind::Pointer, {}, 8, flags, to, 0, {}});
  }

  Program program;
  uint32_t real = 0, size = 0, character = 0, vector = 0, string = 0;
};

TEST_F(LibraryTypes, AreKnownByNameAndByAllMembers) {
  const LibraryType known = libraryType(program, vector);
  EXPECT_EQ(known.kind, Kind::Vector);
  EXPECT_EQ(known.element, real);
  const LibraryType text = libraryType(program, string);
  EXPECT_EQ(text.kind, Kind::Text);
  EXPECT_EQ(text.element, character);
  EXPECT_EQ(text.sizeOffset, 8U);
  EXPECT_EQ(text.localElements, 15U);
  EXPECT_EQ(libraryType(program, real).kind, Kind::None);
}

TEST_F(LibraryTypes, OfAnotherLibraryOrAllocatorAreUnknown) {
  const auto kindOf = [&](const auto &change) {
    CType other = program.types[vector];
    change(other);
    return libraryType(program, add(other)).kind;
  };
  EXPECT_EQ(kindOf([](CType &type) { type.flags = 0; }), Kind::None);
  EXPECT_EQ(kindOf([](CType &type) { type.members[1].byteOffset = 16; }),
            Kind::None);
  EXPECT_EQ(kindOf([](CType &type) { type.members[0].name = "__begin_"; }),
            Kind::None);
  EXPECT_EQ(kindOf([](CType &type) { type.members.pop_back(); }), Kind::None);
  EXPECT_EQ(kindOf([](CType &type) {
              type.name = "struct vector<std::vector<int, "
                          "std::allocator<int> >, mine<int> >";
            }),
            Kind::None);
}

// A class has a vector that the file does not use: only the name of the type of
// its elements is known.
TEST_F(LibraryTypes, AreEmptyWhereElementsAreUnknown) {
  const uint32_t unknown =
      add({"struct unknown", CTypeKind::Incomplete, {}, 0, kLibrary, 0, 0, {}});
  CType other = program.types[vector];
  for (Member &member : other.members)
    member.type = pointer(unknown, 0);
  EXPECT_EQ(libraryType(program, add(other)).kind, Kind::Zero);
}

TEST_F(LibraryTypes, HaveTheirSizesAndElementsAsInputs) {
  InputOptions options;
  options.ranges = {{"s.size()", "0:8"}};
  const InputPlan plan = planInputs(program, 0, options);
  ASSERT_EQ(plan.inputs.size(), 18U);
  EXPECT_EQ(plan.inputs[0].name, "v.size()");
  EXPECT_EQ(plan.inputs[0].greatest, 8U);
  EXPECT_EQ(plan.inputs[1].name, "v[0]");
  EXPECT_EQ(plan.inputs[9].name, "s.size()");
  EXPECT_EQ(plan.inputs[17].name, "s[7]");
  ASSERT_EQ(plan.buffers.size(), 3U); // and the elements of the vector
  EXPECT_TRUE(plan.buffers[0].isOwned);
  ASSERT_EQ(plan.buffers[1].image.addresses.size(), 3U);
  EXPECT_EQ(plan.buffers[1].image.addresses[0].kind, Address::Kind::Buffer);
  EXPECT_EQ(plan.buffers[1].image.addresses[2].kind, Address::Kind::End);
  const Image &text = plan.buffers[2].image;
  ASSERT_EQ(text.addresses.size(), 1U);
  EXPECT_EQ(text.addresses[0].kind, Address::Kind::Itself);
  EXPECT_EQ(text.addresses[0].index, 16U);
  ASSERT_EQ(text.textEnds.size(), 1U);
  EXPECT_EQ(text.textEnds[0].most, 15U);
}

TEST_F(LibraryTypes, ElementsBeyondTheSizeAreIdle) {
  const InputPlan plan = planInputs(program, 0, {});
  std::vector<uint64_t> input(plan.inputs.size());
  input[0] = 2; // elements
  input[9] = 1; // character
  const std::vector<bool> isIdle = findIdle(plan, input).inputs;
  EXPECT_FALSE(isIdle[0] || isIdle[2] || isIdle[9] || isIdle[10]);
  EXPECT_TRUE(isIdle[3] && isIdle[8] && isIdle[11] && isIdle[17]);
}

TEST_F(LibraryTypes, LongTextIsInMemoryOfItsOwn) {
  InputOptions options;
  options.arrays = {{"s", "20"}, {"v", "1"}};
  const InputPlan plan = planInputs(program, 0, options);
  ASSERT_EQ(plan.buffers.size(), 4U);
  EXPECT_TRUE(plan.buffers[2].isFromHeap);
  EXPECT_EQ(plan.buffers[2].image.byteSize, 21U);
  ASSERT_EQ(plan.buffers[3].image.fixed.size(), 2U);
  EXPECT_EQ(plan.buffers[3].image.fixed[0].bits, 20U);
  EXPECT_TRUE(plan.boundsCalls());
}

} // namespace
} // namespace coverme
