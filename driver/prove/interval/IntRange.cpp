// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/IntRange.h"

#include "coverme/abi.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/Support/KnownBits.h"

#include <algorithm>
#include <bit>

namespace coverme {
namespace {

using code::Op;
using llvm::APInt;
using llvm::ConstantRange;
using llvm::KnownBits;

ConstantRange intervalOf(unsigned width, const IntRange &range) {
  return ConstantRange::getNonEmpty(
      APInt(width, range.low), APInt(width, (range.high + 1) & maskOf(width)));
}

KnownBits bitsOf(unsigned width, const IntRange &range) {
  KnownBits bits(width);
  bits.Zero = APInt(width, range.zeros);
  bits.One = APInt(width, range.ones);
  return bits;
}

// Of an interval that is not empty.
void setInterval(unsigned width, IntRange &range,
                 const ConstantRange &interval) {
  const bool isFull = interval.isFullSet();
  range.low = isFull ? 0 : interval.getLower().getZExtValue();
  range.high =
      isFull ? maskOf(width) : (interval.getUpper() - 1).getZExtValue();
}

bool isWrapped(const IntRange &range) { return range.low > range.high; }

// The bits above the highest in which the two differ.
uint64_t sharedTop(unsigned width, uint64_t low, uint64_t high) {
  return maskOf(width) & ~maskOf(std::bit_width(low ^ high));
}

// The range of what is both in the interval of `range` and has its bits; each
// narrows the other. None if there is nothing.
std::optional<IntRange> reduced(unsigned width, IntRange range) {
  const uint64_t mask = maskOf(width);
  if ((range.zeros & range.ones) != 0)
    return std::nullopt;
  const uint64_t least = range.ones, most = ~range.zeros & mask;
  if (isWrapped(range)) {
    const ConstantRange interval =
        intervalOf(width, range)
            .intersectWith(ConstantRange::getNonEmpty(APInt(width, least),
                                                      APInt(width, most) + 1),
                           ConstantRange::Smallest);
    if (interval.isEmptySet())
      return std::nullopt;
    setInterval(width, range, interval);
    if (isWrapped(range)) // it has 0 and all ones: the interval tells no bit
      return range;
  } else {
    range.low = std::max(range.low, least);
    range.high = std::min(range.high, most);
    if (isWrapped(range))
      return std::nullopt;
  }
  const uint64_t shared = sharedTop(width, range.low, range.high);
  range.zeros |= shared & ~range.low;
  range.ones |= shared & range.low;
  if ((range.zeros & range.ones) != 0)
    return std::nullopt;
  return range;
}

// The same of what LLVM has computed.
std::optional<IntRange> made(unsigned width, const ConstantRange &interval,
                             const KnownBits &bits) {
  if (interval.isEmptySet())
    return std::nullopt;
  IntRange result;
  setInterval(width, result, interval);
  result.zeros = bits.Zero.getZExtValue();
  result.ones = bits.One.getZExtValue();
  return reduced(width, result);
}

// The same of a range that cannot be empty.
IntRange madeOf(unsigned width, const ConstantRange &interval,
                const KnownBits &bits) {
  return made(width, interval, bits).value_or(allInts(width));
}

bool isLowMask(uint64_t mask) { return mask != 0 && (mask & (mask + 1)) == 0; }

// Ones from some bit up to the top.
bool isHighMask(uint64_t mask, unsigned width) {
  const uint64_t rest = ~mask & maskOf(width);
  return mask != 0 && (rest & (rest + 1)) == 0;
}

// x & mask for x in an interval that does not wrap: with a mask of high bits
// it keeps the order, and so it does with one of low bits where the bits above
// are the same for all x.
std::optional<ConstantRange> maskedInterval(unsigned width, const IntRange &x,
                                            uint64_t mask) {
  if (isWrapped(x))
    return std::nullopt;
  const uint64_t above = ~mask & maskOf(width);
  const bool keepsOrder =
      isHighMask(mask, width) ||
      (isLowMask(mask) && (x.low & above) == (x.high & above));
  if (!keepsOrder)
    return std::nullopt;
  return ConstantRange::getNonEmpty(APInt(width, x.low & mask),
                                    APInt(width, x.high & mask) + 1);
}

ConstantRange andInterval(unsigned width, const IntRange &a,
                          const IntRange &b) {
  ConstantRange result = intervalOf(width, a).binaryAnd(intervalOf(width, b));
  for (const auto &[x, mask] : {std::pair(a, b), std::pair(b, a)})
    if (mask.isSingle())
      if (const auto exact = maskedInterval(width, x, mask.low))
        result = result.intersectWith(*exact);
  return result;
}

// x | bits where the bits are 0 in all x: x + bits.
ConstantRange orInterval(unsigned width, const IntRange &a, const IntRange &b) {
  ConstantRange result = intervalOf(width, a).binaryOr(intervalOf(width, b));
  const uint64_t mask = maskOf(width);
  const bool disjoint = ((~a.zeros & ~b.zeros) & mask) == 0;
  if (disjoint)
    result =
        result.intersectWith(intervalOf(width, a).add(intervalOf(width, b)));
  return result;
}

bool mayExceed(unsigned width, const IntRange &amount) {
  return unsignedMax(width, amount) >= width;
}

llvm::CmpInst::Predicate predicateOf(bool isSigned, uint32_t relations) {
  using llvm::CmpInst;
  switch (relations) {
#define COVERME_EQUALITY(Name, Text, Relations)                                \
  case Relations:                                                              \
    return CmpInst::ICMP_##Name;
#define COVERME_ORDER(Name, Text, Relations)                                   \
  case Relations:                                                              \
    return isSigned ? CmpInst::ICMP_S##Name : CmpInst::ICMP_U##Name;
#include "coverme/relations.def"
  default:
    llvm_unreachable("no comparison of integers");
  }
}

// Narrows x to `interval` and `bits`.
bool narrow(unsigned width, IntRange &x, const ConstantRange &interval,
            const KnownBits &bits) {
  const auto result = made(
      width,
      intervalOf(width, x).intersectWith(interval, ConstantRange::Smallest),
      bitsOf(width, x).unionWith(bits));
  if (!result)
    return false;
  x = *result;
  return true;
}

bool narrow(unsigned width, IntRange &x, const ConstantRange &interval) {
  return narrow(width, x, interval, KnownBits(width));
}

// x & mask is in `result`, where the mask is one integer.
bool projectMask(unsigned width, uint64_t mask, const IntRange &result,
                 IntRange &x) {
  KnownBits bits(width);
  bits.Zero = APInt(width, result.zeros & mask);
  bits.One = APInt(width, result.ones & mask);
  ConstantRange interval = ConstantRange::getFull(width);
  const uint64_t above = ~mask & maskOf(width);
  const uint64_t least = unsignedMin(width, result);
  const uint64_t most = unsignedMax(width, result);
  if (isHighMask(mask, width)) {
    // x from least (rounded up to the mask's grain) to most with all below set.
    const uint64_t from = (least & mask) == least ? least : (least | above) + 1;
    interval =
        ConstantRange::getNonEmpty(APInt(width, from & maskOf(width)),
                                   APInt(width, (most & mask) | above) + 1);
  } else if (isLowMask(mask) && (x.zeros & above) + (x.ones & above) == above) {
    const uint64_t head = x.ones & above;
    interval = ConstantRange::getNonEmpty(
        APInt(width, head | (least & mask)),
        APInt(width, head | (std::min(most, mask))) + 1);
  }
  return narrow(width, x, interval, bits);
}

// x | y is in `result`: each is at most that.
bool projectOr(unsigned width, const IntRange &result, IntRange &a,
               IntRange &b) {
  const ConstantRange upTo = ConstantRange::getNonEmpty(
      APInt(width, 0), APInt(width, unsignedMax(width, result)) + 1);
  for (int side = 0; side < 2; ++side) {
    IntRange &x = side == 0 ? a : b;
    const IntRange &y = side == 0 ? b : a;
    KnownBits bits(width);
    bits.Zero = APInt(width, result.zeros);
    bits.One = APInt(width, result.ones & y.zeros);
    if (!narrow(width, x, upTo, bits))
      return false;
    // Disjoint bits add up.
    if (((~a.zeros & ~b.zeros) & maskOf(width)) == 0 &&
        !narrow(width, x, intervalOf(width, result).sub(intervalOf(width, y))))
      return false;
  }
  return true;
}

bool projectXor(unsigned width, const IntRange &result, IntRange &a,
                IntRange &b) {
  return narrow(width, a, ConstantRange::getFull(width),
                bitsOf(width, result) ^ bitsOf(width, b)) &&
         narrow(width, b, ConstantRange::getFull(width),
                bitsOf(width, result) ^ bitsOf(width, a)) &&
         (!b.isSingle() ||
          narrow(width, a,
                 intervalOf(width, result).binaryXor(intervalOf(width, b))));
}

// A shift by a known amount.
bool projectShift(Op op, unsigned width, unsigned amount,
                  const IntRange &result, IntRange &x) {
  const APInt below = APInt::getLowBitsSet(width, amount);
  KnownBits bits(width);
  if (op == Op::Shl) {
    bits.Zero = APInt(width, result.zeros).lshr(amount);
    bits.One = APInt(width, result.ones).lshr(amount);
    return narrow(width, x, ConstantRange::getFull(width), bits);
  }
  bits.Zero = APInt(width, result.zeros).shl(amount);
  bits.One = APInt(width, result.ones).shl(amount);
  if (op == Op::LShr) {
    const APInt most(width, unsignedMax(width, result));
    const APInt least(width, unsignedMin(width, result));
    const APInt limit = APInt::getAllOnes(width).lshr(amount);
    if (least.ugt(limit))
      return false;
    const APInt top = most.ugt(limit) ? limit : most;
    return narrow(width, x,
                  ConstantRange::getNonEmpty(least.shl(amount),
                                             (top.shl(amount) | below) + 1),
                  bits);
  }
  const APInt most(width, static_cast<uint64_t>(signedMax(width, result)),
                   /*isSigned=*/true);
  const APInt least(width, static_cast<uint64_t>(signedMin(width, result)),
                    /*isSigned=*/true);
  const APInt smallest = APInt::getSignedMinValue(width).ashr(amount);
  const APInt largest = APInt::getSignedMaxValue(width).ashr(amount);
  if (least.sgt(largest) || most.slt(smallest))
    return false;
  const APInt from = least.slt(smallest) ? smallest : least;
  const APInt to = most.sgt(largest) ? largest : most;
  return narrow(width, x,
                ConstantRange::getNonEmpty(from.shl(amount),
                                           (to.shl(amount) | below) + 1),
                bits);
}

} // namespace

IntRange allInts(unsigned width) { return {0, maskOf(width), 0, 0}; }

IntRange singleInt(unsigned width, uint64_t value) {
  value &= maskOf(width);
  return {value, value, ~value & maskOf(width), value};
}

IntRange intsBetween(unsigned width, uint64_t low, uint64_t high) {
  const uint64_t mask = maskOf(width);
  return reduced(width, {low & mask, high & mask}).value_or(allInts(width));
}

uint64_t unsignedMin(unsigned /*width*/, const IntRange &range) {
  return std::max(isWrapped(range) ? 0 : range.low, range.ones);
}

uint64_t unsignedMax(unsigned width, const IntRange &range) {
  const uint64_t mask = maskOf(width);
  return std::min(isWrapped(range) ? mask : range.high, ~range.zeros & mask);
}

int64_t signedMin(unsigned width, const IntRange &range) {
  return std::max(intervalOf(width, range).getSignedMin().getSExtValue(),
                  bitsOf(width, range).getSignedMinValue().getSExtValue());
}

int64_t signedMax(unsigned width, const IntRange &range) {
  return std::min(intervalOf(width, range).getSignedMax().getSExtValue(),
                  bitsOf(width, range).getSignedMaxValue().getSExtValue());
}

bool contains(unsigned /*width*/, const IntRange &range, uint64_t value) {
  const bool isInside = isWrapped(range)
                            ? value >= range.low || value <= range.high
                            : value >= range.low && value <= range.high;
  return isInside && (value & range.zeros) == 0 && (~value & range.ones) == 0;
}

IntRange hull(unsigned width, const IntRange &a, const IntRange &b) {
  // Pieces that overlap have no gap that an interval could leave out.
  if (!isWrapped(a) && !isWrapped(b) && a.low <= b.high && b.low <= a.high)
    return reduced(width, {std::min(a.low, b.low), std::max(a.high, b.high),
                           a.zeros & b.zeros, a.ones & b.ones})
        .value_or(allInts(width));
  return madeOf(width,
                intervalOf(width, a).unionWith(intervalOf(width, b),
                                               ConstantRange::Smallest),
                bitsOf(width, a).intersectWith(bitsOf(width, b)));
}

std::optional<IntRange> intersect(unsigned width, const IntRange &a,
                                  const IntRange &b) {
  if (!isWrapped(a) && !isWrapped(b)) {
    const IntRange both = {std::max(a.low, b.low), std::min(a.high, b.high),
                           a.zeros | b.zeros, a.ones | b.ones};
    return isWrapped(both) ? std::nullopt : reduced(width, both);
  }
  return made(width,
              intervalOf(width, a).intersectWith(intervalOf(width, b),
                                                 ConstantRange::Smallest),
              bitsOf(width, a).unionWith(bitsOf(width, b)));
}

std::optional<IntRange> restrictedBy(unsigned width, bool isSigned,
                                     uint32_t relations, const IntRange &range,
                                     const IntRange &other) {
  constexpr uint32_t kAll =
      COVERME_REL_EQUAL | COVERME_REL_LESS | COVERME_REL_GREATER;
  relations &= kAll;
  if (relations == 0)
    return std::nullopt;
  if (relations == kAll)
    return range;
  KnownBits bits = bitsOf(width, range);
  if (relations == COVERME_REL_EQUAL)
    bits = bits.unionWith(bitsOf(width, other));
  // The bounds of the other, as they stand with its bits.
  const ConstantRange bound =
      isSigned
          ? ConstantRange::getNonEmpty(
                APInt(width, static_cast<uint64_t>(signedMin(width, other)),
                      true),
                APInt(width, static_cast<uint64_t>(signedMax(width, other)),
                      true) +
                    1)
          : ConstantRange::getNonEmpty(APInt(width, unsignedMin(width, other)),
                                       APInt(width, unsignedMax(width, other)) +
                                           1);
  const ConstantRange allowed = ConstantRange::makeAllowedICmpRegion(
      predicateOf(isSigned, relations),
      relations == COVERME_REL_EQUAL ? intervalOf(width, other) : bound);
  return made(
      width,
      intervalOf(width, range).intersectWith(allowed, ConstantRange::Smallest),
      bits);
}

uint32_t possibleRelations(unsigned width, bool isSigned, const IntRange &a,
                           const IntRange &b) {
  uint32_t relations = 0;
  const bool mayBeLess = isSigned
                             ? signedMin(width, a) < signedMax(width, b)
                             : unsignedMin(width, a) < unsignedMax(width, b);
  const bool mayBeGreater = isSigned
                                ? signedMax(width, a) > signedMin(width, b)
                                : unsignedMax(width, a) > unsignedMin(width, b);
  if (mayBeLess)
    relations |= COVERME_REL_LESS;
  if (mayBeGreater)
    relations |= COVERME_REL_GREATER;
  if (intersect(width, a, b))
    relations |= COVERME_REL_EQUAL;
  return relations;
}

IntRange evaluate(Op op, unsigned width, const IntRange &a, const IntRange &b) {
  const ConstantRange x = intervalOf(width, a), y = intervalOf(width, b);
  const KnownBits p = bitsOf(width, a), q = bitsOf(width, b);
  const APInt zero(width, 0);
  switch (op) {
  case Op::Add:
    return madeOf(
        width, x.add(y),
        KnownBits::computeForAddSub(/*Add=*/true, false, false, p, q));
  case Op::Sub:
    return madeOf(
        width, x.sub(y),
        KnownBits::computeForAddSub(/*Add=*/false, false, false, p, q));
  case Op::Mul:
    return madeOf(width, x.multiply(y), KnownBits::mul(p, q));
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem: {
    if (contains(width, b, 0))
      return allInts(width);
    const KnownBits unknown(width);
    if (op == Op::UDiv)
      return madeOf(width, x.udiv(y), unknown);
    if (op == Op::URem)
      return madeOf(width, x.urem(y), unknown);
    // The smallest integer by -1 has no result.
    const bool mayOverflow = x.contains(APInt::getSignedMinValue(width)) &&
                             y.contains(APInt::getAllOnes(width));
    if (mayOverflow)
      return allInts(width);
    return madeOf(width, op == Op::SDiv ? x.sdiv(y) : x.srem(y), unknown);
  }
  case Op::Shl:
    if (mayExceed(width, b))
      return allInts(width);
    return madeOf(width, x.shl(y), KnownBits::shl(p, q));
  case Op::LShr:
    if (mayExceed(width, b))
      return allInts(width);
    return madeOf(width, x.lshr(y), KnownBits::lshr(p, q));
  case Op::AShr:
    if (mayExceed(width, b))
      return allInts(width);
    return madeOf(width, x.ashr(y), KnownBits::ashr(p, q));
  case Op::And:
    return madeOf(width, andInterval(width, a, b), p & q);
  case Op::Or:
    return madeOf(width, orInterval(width, a, b), p | q);
  case Op::Xor:
    return madeOf(width, x.binaryXor(y), p ^ q);
  default:
    return allInts(width);
  }
}

IntRange convertInt(Op op, unsigned from, unsigned to,
                    const IntRange &operand) {
  const ConstantRange x = intervalOf(from, operand);
  const KnownBits p = bitsOf(from, operand);
  switch (op) {
  case Op::Trunc:
    return madeOf(to, x.truncate(to), p.trunc(to));
  case Op::ZExt:
    return madeOf(to, x.zeroExtend(to), p.zext(to));
  default:
    return madeOf(to, x.signExtend(to), p.sext(to));
  }
}

bool project(Op op, unsigned width, const IntRange &result, IntRange &a,
             IntRange &b) {
  const ConstantRange r = intervalOf(width, result);
  switch (op) {
  case Op::Add:
    return narrow(width, a, r.sub(intervalOf(width, b))) &&
           narrow(width, b, r.sub(intervalOf(width, a)));
  case Op::Sub:
    return narrow(width, a, r.add(intervalOf(width, b))) &&
           narrow(width, b, intervalOf(width, a).sub(r));
  case Op::And:
    if (b.isSingle())
      return projectMask(width, b.low, result, a);
    if (a.isSingle())
      return projectMask(width, a.low, result, b);
    {
      // A bit that is set in the result is set in both.
      KnownBits bits(width);
      bits.One = APInt(width, result.ones);
      return narrow(width, a, ConstantRange::getFull(width), bits) &&
             narrow(width, b, ConstantRange::getFull(width), bits);
    }
  case Op::Or:
    return projectOr(width, result, a, b);
  case Op::Xor:
    return projectXor(width, result, a, b);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    if (!b.isSingle() || b.low >= width)
      return true;
    return projectShift(op, width, static_cast<unsigned>(b.low), result, a);
  default:
    return true;
  }
}

bool projectConvertInt(Op op, unsigned from, unsigned to,
                       const IntRange &result, IntRange &operand) {
  if (op == Op::Trunc) {
    // The bits above the result's are the operand's own.
    const uint64_t above = maskOf(from) & ~maskOf(to);
    KnownBits bits(from);
    bits.Zero = APInt(from, result.zeros);
    bits.One = APInt(from, result.ones);
    ConstantRange interval = ConstantRange::getFull(from);
    if ((operand.zeros & above) + (operand.ones & above) == above &&
        !isWrapped(result)) {
      const uint64_t head = operand.ones & above;
      interval = ConstantRange::getNonEmpty(
          APInt(from, head | result.low), APInt(from, head | result.high) + 1);
    }
    return narrow(from, operand, interval, bits);
  }
  // Extended integers are a part of the wide ones, in one piece; what of the
  // result lies there is what the operand can be.
  const ConstantRange image = op == Op::ZExt
                                  ? ConstantRange::getFull(from).zeroExtend(to)
                                  : ConstantRange::getFull(from).signExtend(to);
  const ConstantRange inside = intervalOf(to, result).intersectWith(image);
  if (inside.isEmptySet())
    return false;
  KnownBits bits = bitsOf(to, result).trunc(from);
  return narrow(from, operand, inside.truncate(from), bits);
}

} // namespace coverme
