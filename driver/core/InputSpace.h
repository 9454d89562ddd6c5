// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of the entry as a search sees them: a list of scalars, each with
// a value (its bits), an ordinal (an integer that keeps all bit patterns apart
// and in order), and a real number (for numeric optimisers).
#ifndef COVERME_DRIVER_CORE_INPUTSPACE_H
#define COVERME_DRIVER_CORE_INPUTSPACE_H

#include "core/Program.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace coverme {

// The values of all scalars of an input, one 64-bit slot each (core/Scalar.h).
using Input = std::vector<uint64_t>;

class InputSpace {
public:
  explicit InputSpace(std::vector<Scalar> scalars);
  // Takes the bounds that the user has set, too.
  explicit InputSpace(const std::vector<InputVariable> &variables);

  size_t size() const { return scalars.size(); }
  const Scalar &operator[](size_t i) const { return scalars[i]; }

  // The order-preserving bijection between bit patterns and integers.
  // Neighbours differ by one; floats run from the largest-payload negative NaN
  // over -inf, -0 (-1), +0 (0) and +inf to the positive NaNs, so unlike in
  // branch distances the two zeros are apart; an enum counts its enumerators,
  // and then the values that are none, if it takes them.
  int64_t ordinal(size_t i, uint64_t bits) const;
  uint64_t fromOrdinal(size_t i, int64_t ordinal) const;
  // The bounds of a scalar's ordinals, both inclusive.
  int64_t lowest(size_t i) const { return bounds[i].low; }
  int64_t highest(size_t i) const { return bounds[i].high; }

  // Are there bounds other than those of the types?
  bool isRestricted() const { return restricted; }
  // Is each number within its bounds?
  bool contains(const Input &input) const;
  // The value within the bounds that is nearest by ordinal.
  uint64_t within(size_t i, uint64_t bits) const {
    return restricted ? fromOrdinal(i, std::clamp(ordinal(i, bits), lowest(i),
                                                  highest(i)))
                      : bits;
  }
  Input within(const Input &input) const;

  // The nearest finite double; 0 for a NaN.
  double toReal(size_t i, uint64_t bits) const;
  // The nearest value of the scalar; integers round and saturate, a NaN is a
  // NaN for a float and 0 for an integer.
  uint64_t fromReal(size_t i, double real) const;

  // The values within the bounds as intervals of bits, which are unsigned and
  // include both ends.
  std::vector<std::pair<uint64_t, uint64_t>> bitIntervals(size_t i) const;

private:
  // The ordinal of a value as an integer, without regard to enumerators, and
  // back.
  int64_t plainOrdinal(size_t i, uint64_t bits) const;
  uint64_t fromPlainOrdinal(size_t i, int64_t ordinal) const;

  struct Bounds {
    int64_t low, high;
  };
  std::vector<Scalar> scalars;
  std::vector<Bounds> bounds;
  bool restricted = false;
};

} // namespace coverme

#endif
