// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/Abstract.h"

#include "coverme/abi.h"
#include "prove/interval/FloatFormat.h"
#include "support/Random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace coverme {
namespace {

using code::Instruction;
using code::Op;
using code::Type;
using code::TypeKind;

constexpr Type kBit{TypeKind::Int, 1};
constexpr int64_t kInfinity = infinityOrdinal(32);

// Where the nature of floats and integers changes.
constexpr uint32_t kEdges[] = {0x00000000, 0x00000001, 0x007fffff, 0x00800000,
                               0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001,
                               0x7fc00000, 0x7fffffff, 0x80000000, 0x80000001,
                               0x807fffff, 0x80800000, 0xbf800000, 0xff7fffff,
                               0xff800000, 0xff800001, 0xffc00000, 0xffffffff};

bool holds(const FloatRange &range, uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  return std::isnan(value) ? range.nan
                           : range.contains(Binary32::ordinal(value));
}

bool holds(const Abstract &value, uint32_t bits) {
  switch (value.kind) {
  case Abstract::Kind::Unset:
    return false;
  case Abstract::Kind::Int:
    return contains(32, value.ints, bits);
  case Abstract::Kind::Float:
    return holds(value.floats, bits);
  default:
    return true;
  }
}

uint32_t drawBits(Random &random) {
  return random.below(2) == 0 ? kEdges[random.below(std::size(kEdges))]
                              : static_cast<uint32_t>(random.bits());
}

IntRange drawInts(Random &random) {
  const IntRange range = intsBetween(32, drawBits(random), drawBits(random));
  if (random.below(3) != 0)
    return range;
  IntRange bits = allInts(32);
  bits.zeros = random.bits() & random.bits() & random.bits() & UINT32_MAX;
  bits.ones =
      random.bits() & random.bits() & random.bits() & ~bits.zeros & UINT32_MAX;
  const IntRange both = intersect(32, range, bits).value_or(range);
  return hull(32, both, both); // its bounds are members
}

FloatRange drawFloats(Random &random) {
  const auto ordinal = [&] {
    for (;;) {
      const float value = std::bit_cast<float>(drawBits(random));
      if (!std::isnan(value))
        return Binary32::ordinal(value);
    }
  };
  if (random.below(12) == 0)
    return onlyNan();
  const int64_t a = ordinal(), b = ordinal();
  return {std::min(a, b), std::max(a, b), random.below(2) == 0};
}

Abstract drawOf(int kind, Random &random) {
  if (kind == 0)
    return Abstract::of(32, drawInts(random));
  if (kind == 1)
    return Abstract::of(32, drawFloats(random));
  return Abstract::of(
      PointerRange{intsBetween(64, random.below(9), 8 + random.below(9)),
                   static_cast<uint32_t>(random.below(2))});
}

constexpr int kKinds = 3;

TEST(Abstract, JoinHoldsBoth) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const int kind = i % kKinds;
    const Abstract a = drawOf(kind, random), b = drawOf(kind, random);
    const Abstract both = join(a, b);
    EXPECT_EQ(join(a, a), a);
    if (kind != 0) { // of two ways around, the first operand's is taken
      EXPECT_EQ(both, join(b, a));
    }
    for (const uint32_t bits : kEdges)
      if (holds(a, bits) || holds(b, bits)) {
        ASSERT_TRUE(holds(both, bits)) << std::hex << bits;
        ASSERT_TRUE(holds(widen(a, b), bits)) << std::hex << bits;
      }
  }
}

TEST(Abstract, MeetHoldsWhatIsInBoth) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    const int kind = i % 2;
    const Abstract a = drawOf(kind, random), b = drawOf(kind, random);
    const auto both = meet(a, b);
    EXPECT_EQ(meet(a, a), a);
    for (const uint32_t bits : kEdges)
      if (holds(a, bits) && holds(b, bits)) {
        ASSERT_TRUE(both) << std::hex << bits;
        ASSERT_TRUE(holds(*both, bits)) << std::hex << bits;
      }
  }
}

TEST(Abstract, AbsentAndAnyAbsorb) {
  Random random(3);
  for (int kind = 0; kind < kKinds; ++kind) {
    const Abstract value = drawOf(kind, random);
    EXPECT_TRUE(join(value, Abstract()).isUnset());
    EXPECT_TRUE(join(Abstract(), value).isUnset());
    EXPECT_TRUE(widen(value, Abstract()).isUnset());
    EXPECT_EQ(join(value, Abstract::top()), Abstract::top());
    EXPECT_EQ(meet(value, Abstract::top()), value);
    EXPECT_EQ(meet(Abstract::top(), value), value);
  }
}

TEST(Abstract, PointersIntoTwoObjectsAreAnyPointer) {
  const Abstract a = Abstract::of(PointerRange{singleInt(64, 0), 0});
  const Abstract b = Abstract::of(PointerRange{singleInt(64, 0), 1});
  EXPECT_EQ(join(a, b), Abstract::top());
  EXPECT_TRUE(meet(a, b).has_value()) << "they may lie side by side";
}

TEST(Abstract, WideningEnds) {
  Random random(4);
  for (int i = 0; i < 600; ++i) {
    const int kind = i % kKinds;
    Abstract value = drawOf(kind, random);
    int changes = 0;
    for (int step = 0; step < 300; ++step) {
      const Abstract next = widen(value, drawOf(kind, random));
      changes += next == value ? 0 : 1;
      value = next;
    }
    EXPECT_LE(changes, 8);
    EXPECT_EQ(widen(value, value), value);
  }
}

TEST(Abstract, WideningOfACounterKeepsItsStart) {
  Abstract counter = Abstract::of(32, singleInt(32, 0));
  for (uint64_t i = 1; i < 4; ++i)
    counter = widen(counter, Abstract::of(32, intsBetween(32, i, i)));
  EXPECT_EQ(signedMin(32, counter.ints), 0);
  EXPECT_EQ(signedMax(32, counter.ints), INT32_MAX);
}

TEST(Abstract, WideningOfASumStaysPositive) {
  const auto up = [](float low, float high) {
    return Abstract::of(
        32, FloatRange{Binary32::ordinal(low), Binary32::ordinal(high), false});
  };
  EXPECT_EQ(
      widen(up(1, 2), up(2, 3)),
      Abstract::of(32, FloatRange{Binary32::ordinal(1), kInfinity, false}));
  EXPECT_EQ(widen(up(1, 2), up(0.5F, 2)),
            Abstract::of(32, FloatRange{0, Binary32::ordinal(2), false}));
}

// --- bits and floats ---------------------------------------------------------

TEST(Abstract, FloatsOfBitsHoldEachOfThem) {
  Random random(5);
  for (int i = 0; i < 4000; ++i) {
    const IntRange bits = drawInts(random);
    const FloatRange floats = floatsOfBits(32, bits);
    for (const uint32_t pattern : kEdges) {
      if (contains(32, bits, pattern)) {
        ASSERT_TRUE(holds(floats, pattern)) << std::hex << pattern;
      }
    }
    for (int k = 0; k < 20; ++k) {
      const auto pattern = static_cast<uint32_t>(bits.low + random.below(9));
      if (contains(32, bits, pattern)) {
        ASSERT_TRUE(holds(floats, pattern)) << std::hex << pattern;
      }
    }
  }
}

TEST(Abstract, BitsOfFloatsHoldEachOfThem) {
  Random random(6);
  for (int i = 0; i < 4000; ++i) {
    const FloatRange floats = drawFloats(random);
    const IntRange bits = bitsOfFloats(32, floats);
    for (int k = 0; k < 40; ++k) {
      const uint32_t pattern = drawBits(random);
      if (holds(floats, pattern)) {
        ASSERT_TRUE(contains(32, bits, pattern)) << std::hex << pattern;
      }
    }
  }
}

TEST(Abstract, BitsOfOneSignAreExact) {
  const auto bits = [](uint32_t low, uint32_t high, bool nan = false) {
    return bitsOfFloats(32,
                        {Binary32::ordinal(std::bit_cast<float>(low)),
                         Binary32::ordinal(std::bit_cast<float>(high)), nan});
  };
  const auto expectBetween = [](const IntRange &range, uint32_t low,
                                uint32_t high) {
    EXPECT_EQ(unsignedMin(32, range), low);
    EXPECT_EQ(unsignedMax(32, range), high);
  };
  expectBetween(bits(0, 0), 0, 0);
  expectBetween(bits(0x80000000, 0x80000000), 0x80000000, 0x80000000);
  expectBetween(bits(1, 0x007fffff), 1, 0x007fffff);
  expectBetween(bits(0x3f800000, 0x7f800000), 0x3f800000, 0x7f800000);
  expectBetween(bits(0xff800000, 0xbf800000), 0xbf800000, 0xff800000);
  // -0 and +0 are neighbours among floats, and far apart among bits.
  const IntRange zeros = bits(0x80000000, 0);
  EXPECT_TRUE(contains(32, zeros, 0));
  EXPECT_TRUE(contains(32, zeros, 0x80000000));
  EXPECT_FALSE(contains(32, zeros, 1));
}

TEST(Abstract, FloatsOfBitsOfOneSignAreExact) {
  const auto floats = [](uint32_t low, uint32_t high) {
    return floatsOfBits(32, intsBetween(32, low, high));
  };
  EXPECT_EQ(floats(0, 5), (FloatRange{0, 5, false}));
  EXPECT_EQ(floats(0x80000000, 0x80000005), (FloatRange{~5, -1, false}));
  EXPECT_EQ(floats(0x7f000000, 0x7f800000),
            (FloatRange{0x7f000000, kInfinity, false}));
  EXPECT_EQ(floats(0x7f800000, 0x7f800001),
            (FloatRange{kInfinity, kInfinity, true}));
  EXPECT_EQ(floats(0x7f800001, 0x7fffffff), onlyNan());
  EXPECT_EQ(floats(0xff800001, 0xffffffff), onlyNan());
  EXPECT_EQ(floats(0, UINT32_MAX), allFloats(32));
}

TEST(Abstract, ConstantsOfDoublesAreOneFloat) {
  const auto constant = [](double value) {
    return Abstract::constant({TypeKind::Float, 64},
                              std::bit_cast<uint64_t>(value))
        .floats;
  };
  EXPECT_EQ(constant(-0.0), singleFloat(-1));
  EXPECT_EQ(constant(5e-324), singleFloat(1));
  EXPECT_EQ(constant(INFINITY), singleFloat(infinityOrdinal(64)));
  EXPECT_EQ(constant(NAN), onlyNan());
}

// --- operations of its own ---------------------------------------------------

Instruction operation(Op op, Type type, uint64_t immediate = 0) {
  Instruction instruction;
  instruction.op = op;
  instruction.type = type;
  instruction.immediate = immediate;
  return instruction;
}

Abstract place(uint32_t object, const IntRange &offset) {
  return Abstract::of(PointerRange{offset, object});
}

Abstract place(uint32_t object, int64_t offset) {
  return place(object, singleInt(64, static_cast<uint64_t>(offset)));
}

Abstract compare(uint32_t relations, const Abstract &a, const Abstract &b) {
  const Abstract operands[] = {a, b};
  return evaluate(operation(Op::ICmpUnsigned, kBit, relations), operands);
}

const Abstract kEither = Abstract::of(1, allInts(1));
const Abstract kNull = Abstract::constant({TypeKind::Pointer, 64}, 0);

TEST(Abstract, NoObjectIsAtNull) {
  for (const auto &[a, b] :
       {std::pair(place(0, 8), kNull), std::pair(kNull, place(0, 8))}) {
    EXPECT_EQ(compare(COVERME_REL_EQUAL, a, b), Abstract::bit(false));
    EXPECT_EQ(compare(COVERME_REL_LESS | COVERME_REL_GREATER, a, b),
              Abstract::bit(true));
  }
  EXPECT_EQ(compare(COVERME_REL_EQUAL, Abstract::top(), kNull), kEither);
}

TEST(Abstract, ASumWithAnAddressMayWrapToNull) {
  EXPECT_EQ(compare(COVERME_REL_EQUAL, place(0, -8), kNull), kEither);
  EXPECT_EQ(compare(COVERME_REL_EQUAL, place(0, allInts(64)), kNull), kEither);
}

TEST(Abstract, PlacesInOneObjectAreInOrder) {
  EXPECT_EQ(compare(COVERME_REL_LESS, place(0, 0), place(0, 8)),
            Abstract::bit(true));
  EXPECT_EQ(compare(COVERME_REL_LESS, place(0, -8), place(0, 0)),
            Abstract::bit(true));
  EXPECT_EQ(compare(COVERME_REL_EQUAL, place(0, 8), place(0, 8)),
            Abstract::bit(true));
  EXPECT_EQ(compare(COVERME_REL_EQUAL, place(0, 8), place(1, 8)), kEither);
}

TEST(Abstract, AnOffsetMovesAPlace) {
  const Abstract operands[] = {place(3, 8), Abstract::of(64, singleInt(64, 4))};
  EXPECT_EQ(evaluate(operation(Op::Offset, {TypeKind::Pointer, 64}), operands),
            place(3, 12));
  const Abstract ofNull[] = {kNull, Abstract::of(64, singleInt(64, 4))};
  EXPECT_EQ(evaluate(operation(Op::Offset, {TypeKind::Pointer, 64}), ofNull),
            Abstract::top());
}

// The bits of llvm::FPClassTest.
enum : uint32_t {
  kNan = 3, // 1 signaling, 2 quiet
  kNegativeInfinity = 4,
  kNegativeNormal = 8,
  kNegativeSubnormal = 16,
  kNegativeZero = 32,
  kPositiveZero = 64,
  kPositiveSubnormal = 128,
  kPositiveNormal = 256,
  kPositiveInfinity = 512,
  kAllClasses = 1023
};

uint32_t classOf(uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  const bool isNegative = std::signbit(value);
  switch (std::fpclassify(value)) {
  case FP_NAN:
    return kNan;
  case FP_INFINITE:
    return isNegative ? kNegativeInfinity : kPositiveInfinity;
  case FP_ZERO:
    return isNegative ? kNegativeZero : kPositiveZero;
  case FP_SUBNORMAL:
    return isNegative ? kNegativeSubnormal : kPositiveSubnormal;
  default:
    return isNegative ? kNegativeNormal : kPositiveNormal;
  }
}

TEST(Abstract, ClassesOfFloatsAreThoseOfTheMachine) {
  for (unsigned mask = 0; mask <= kAllClasses; ++mask) {
    const bool isPartOfNan = (mask & kNan) != 0 && (mask & kNan) != kNan;
    for (const uint32_t bits : kEdges) {
      const Abstract one = Abstract::constant({TypeKind::Float, 32}, bits);
      const Abstract operands[] = {one};
      const Instruction test = operation(Op::IsClass, kBit, mask);
      const Abstract result = evaluate(test, operands);
      const bool isMember = (classOf(bits) & mask) != 0;
      if (classOf(bits) == kNan && isPartOfNan) {
        EXPECT_EQ(result, kEither) << "quiet or signaling";
        continue;
      }
      ASSERT_EQ(result, Abstract::bit(isMember)) << mask << " " << bits;
      Abstract narrowed[] = {Abstract::of(32, allFloats(32))};
      const bool isPossible =
          project(test, Abstract::bit(isMember), narrowed, true);
      ASSERT_TRUE(isPossible && holds(narrowed[0], bits)) << mask;
    }
  }
}

TEST(Abstract, ASelectIsOneOfItsValues) {
  const Instruction select = operation(Op::Select, {TypeKind::Int, 32});
  const Abstract one = Abstract::of(32, singleInt(32, 1));
  const Abstract two = Abstract::of(32, singleInt(32, 2));
  const Abstract known[] = {Abstract::bit(true), one, two};
  EXPECT_EQ(evaluate(select, known), one);
  const Abstract open[] = {kEither, one, two};
  EXPECT_EQ(evaluate(select, open), join(one, two));
  // Backwards: the result tells the condition.
  Abstract operands[] = {kEither, one, two};
  EXPECT_TRUE(project(select, two, operands, true));
  EXPECT_EQ(operands[0], Abstract::bit(false));
  Abstract neither[] = {kEither, one, two};
  EXPECT_FALSE(
      project(select, Abstract::of(32, singleInt(32, 3)), neither, true));
}

TEST(Abstract, UnknownOperandsGiveAnything) {
  const Abstract operands[] = {Abstract::top(),
                               Abstract::of(32, singleInt(32, 0))};
  EXPECT_EQ(evaluate(operation(Op::And, {TypeKind::Int, 32}), operands),
            Abstract::anyOf({TypeKind::Int, 32}));
}

} // namespace
} // namespace coverme
