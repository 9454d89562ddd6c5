// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a value of Code over a set of executions, and what each
// operation makes of it, forwards and backwards.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_ABSTRACT_H
#define COVERME_DRIVER_PROVE_INTERVAL_ABSTRACT_H

#include "ir/Code.h"
#include "prove/interval/FloatRange.h"
#include "prove/interval/IntRange.h"

#include <optional>
#include <span>

namespace coverme {

// Somewhere in one object; or null, as the object kNullObject.
struct PointerRange {
  IntRange offset; // 64 bits wide
  uint32_t object = 0;

  bool operator==(const PointerRange &) const = default;
};
constexpr uint32_t kNullObject = UINT32_MAX;

// A set of values of one type; never empty.
struct Abstract {
  enum class Kind : uint8_t {
    Unset, // not computed, or of an earlier iteration
    Top,   // any value of its type
    Int,
    Float,
    Pointer,
  };

  Abstract() : ints() {}
  static Abstract top() { return Abstract(Kind::Top); }
  // Any value, in the most precise form.
  static Abstract anyOf(code::Type type);
  static Abstract of(unsigned width, const IntRange &range);
  static Abstract of(unsigned width, const FloatRange &range);
  static Abstract of(const PointerRange &range);
  static Abstract bit(bool value) { return of(1, singleInt(1, value ? 1 : 0)); }
  static Abstract constant(code::Type type, uint64_t bits);

  bool isUnset() const { return kind == Kind::Unset; }
  bool isInt() const { return kind == Kind::Int; }
  bool isFloat() const { return kind == Kind::Float; }
  bool isPointer() const { return kind == Kind::Pointer; }
  bool operator==(const Abstract &other) const;

  Kind kind = Kind::Unset;
  uint8_t width = 0;
  union {
    IntRange ints;
    FloatRange floats;
    PointerRange pointer;
  };

private:
  explicit Abstract(Kind kind) : kind(kind), ints() {}
};

// Is it one integer?
inline bool isSingle(const Abstract &value) {
  return value.isInt() && value.ints.isSingle();
}

// Unset if one of them is.
Abstract join(const Abstract &a, const Abstract &b);
// An upper bound of both that does not grow for ever along a chain.
Abstract widen(const Abstract &before, const Abstract &after);
// None if nothing is in both.
std::optional<Abstract> meet(const Abstract &a, const Abstract &b);

// The floats whose bits are in the range, and back.
FloatRange floatsOfBits(unsigned width, const IntRange &bits);
IntRange bitsOfFloats(unsigned width, const FloatRange &floats);

bool isComparison(code::Op op);
bool isMemory(code::Op op); // does it read or write memory?

// What a pure instruction gives.
// require: it is none of Input, Phi and those that touch memory. If it
// multiplies or compares a value with itself, `operands` has that value once.
Abstract evaluate(const code::Instruction &instruction,
                  std::span<const Abstract> operands);
// The same of a comparison whose operands are known to stand in one of the
// COVERME_REL_* relations `known`.
Abstract evaluateComparison(const code::Instruction &instruction,
                            std::span<const Abstract> operands, uint32_t known);

// Narrows the operands to what can give a member of `result`; false if there
// are none. require: as for evaluate; operands may be Top.
bool project(const code::Instruction &instruction, const Abstract &result,
             std::span<Abstract> operands, bool maxUlp);

} // namespace coverme

#endif
