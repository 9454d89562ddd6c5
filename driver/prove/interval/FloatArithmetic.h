// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arithmetic of IEEE 754 on ranges of floats, forwards (what can come out)
// and backwards (what can have gone in), under round to nearest, ties to even.
// `width` is the format's, 32 or 64. Each answer is sound: it may hold too
// much, never too little. Ranges that are given are not empty.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_FLOATARITHMETIC_H
#define COVERME_DRIVER_PROVE_INTERVAL_FLOATARITHMETIC_H

#include "prove/interval/FloatRange.h"

#include <cstdint>
#include <optional>
#include <span>

namespace coverme {

// The operations on floats of ir/operations.def.
enum class FloatOp {
#define COVERME_FLOAT_OP(Name, Operands, Text, Range) Range,
#define COVERME_MATH_OP(Name, Operands, Text, Range, Function, Intrinsic) Range,
#include "ir/operations.def"
  Square, // the product of a number with itself
};

unsigned operandCount(FloatOp op);

// What the operation can give; no range is tighter, except for Rem.
FloatRange evaluate(unsigned width, FloatOp op,
                    std::span<const FloatRange> operands);

// Narrows the operands to those that can give a result within `result` with
// the others in their ranges; false if there are none, and then the ranges are
// unspecified. Each bound is the tightest for which some value of the others
// keeps the result on the right side of one bound of `result`; no one value
// need keep it between both. With `maxUlp`, also what MaxUlp.h knows.
bool project(unsigned width, FloatOp op, const FloatRange &result,
             std::span<FloatRange> operands, bool maxUlp);

// Narrows a and b to where `a R b` can hold, R being a set of COVERME_REL_*
// relations (coverme/abi.h); false if it cannot hold at all. The zeros are
// equal. The two formats are one, but it does not matter which.
bool restrictRelation(unsigned width, uint32_t relations, FloatRange &a,
                      FloatRange &b);

// The COVERME_REL_* relations that can hold.
uint32_t possibleRelations(const FloatRange &a, const FloatRange &b);

// Conversions between formats (fptrunc, fpext).
FloatRange convertFloat(unsigned fromWidth, unsigned toWidth,
                        const FloatRange &operand);
bool projectConvertFloat(unsigned fromWidth, unsigned toWidth,
                         const FloatRange &result, FloatRange &operand);

// Intervals of integers, both ends inclusive.
template <class Integer> struct IntegerInterval {
  Integer low, high;
  bool operator==(const IntegerInterval &) const = default;
};
using SignedInterval = IntegerInterval<int64_t>;
using UnsignedInterval = IntegerInterval<uint64_t>;

// Conversions from integers (sitofp, uitofp). require: low <= high.
FloatRange fromSigned(unsigned width, int64_t low, int64_t high);
FloatRange fromUnsigned(unsigned width, uint64_t low, uint64_t high);
bool projectFromSigned(unsigned width, const FloatRange &result, int64_t &low,
                       int64_t &high);
bool projectFromUnsigned(unsigned width, const FloatRange &result,
                         uint64_t &low, uint64_t &high);

// Conversions to integers of 8 to 64 `bits`, truncated (fptosi, fptoui). None
// if there can be a NaN or a number out of their range, for then LLVM's result
// is poison.
std::optional<SignedInterval>
toSigned(unsigned width, const FloatRange &operand, unsigned bits);
std::optional<UnsignedInterval>
toUnsigned(unsigned width, const FloatRange &operand, unsigned bits);
// These narrow nothing where the result can be poison.
bool projectToSigned(unsigned width, unsigned bits, SignedInterval result,
                     FloatRange &operand);
bool projectToUnsigned(unsigned width, unsigned bits, UnsignedInterval result,
                       FloatRange &operand);

} // namespace coverme

#endif
