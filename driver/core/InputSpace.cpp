// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/InputSpace.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>

namespace coverme {
namespace {

int64_t signExtend(uint64_t bits, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<int64_t>(bits << shift) >> shift;
}

// Unsigned 64-bit values are shifted by 2^63 to fit a signed ordinal; the
// narrower ones are themselves.
constexpr uint64_t kUnsigned64Shift = uint64_t{1} << 63;

// Negative floats: their magnitude bits, complemented.
int64_t floatPosition(uint64_t bits, unsigned width) {
  const int64_t extended = signExtend(bits, width);
  const auto magnitude = static_cast<int64_t>(truncateToWidth(bits, width - 1));
  return extended >= 0 ? magnitude : -magnitude - 1;
}

uint64_t floatFromOrdinal(int64_t ordinal, unsigned width) {
  if (ordinal >= 0)
    return static_cast<uint64_t>(ordinal);
  const auto magnitude = static_cast<uint64_t>(-(ordinal + 1));
  return magnitude | (uint64_t{1} << (width - 1));
}

int64_t saturatedToInt64(double real) {
  if (!(real > -0x1p63))
    return real == real ? std::numeric_limits<int64_t>::min() : 0;
  return real < 0x1p63 ? static_cast<int64_t>(real)
                       : std::numeric_limits<int64_t>::max();
}

uint64_t saturatedToUint64(double real) {
  if (!(real > 0))
    return 0;
  return real < 0x1p64 ? static_cast<uint64_t>(real)
                       : std::numeric_limits<uint64_t>::max();
}

// Of an integer.
uint64_t leastBits(const Scalar &scalar) {
  return scalar.kind == ScalarKind::Signed ? uint64_t{1} << (scalar.width - 1)
                                           : 0;
}

std::vector<Scalar> scalarsOf(const std::vector<InputVariable> &variables) {
  std::vector<Scalar> scalars;
  for (const InputVariable &variable : variables)
    scalars.push_back(variable.scalar);
  return scalars;
}

} // namespace

InputSpace::InputSpace(std::vector<Scalar> list) : scalars(std::move(list)) {
  for (const Scalar &scalar : scalars) {
    const int64_t half =
        scalar.width >= 64
            ? std::numeric_limits<int64_t>::max()
            : static_cast<int64_t>((uint64_t{1} << (scalar.width - 1)) - 1);
    Bounds range{-half - 1, half};
    if (!scalar.enumerators.empty()) {
      const auto count = static_cast<int64_t>(scalar.enumerators.size());
      const int64_t others =
          scalar.takesOthers ? int64_t{1} << scalar.width : 0;
      range = {0, count - 1 + others};
    } else if (scalar.kind == ScalarKind::Bool)
      range = {0, 1};
    else if (scalar.kind == ScalarKind::Unsigned && scalar.width < 64)
      range = {0, static_cast<int64_t>((uint64_t{1} << scalar.width) - 1)};
    bounds.push_back(range);
  }
}

InputSpace::InputSpace(const std::vector<InputVariable> &variables)
    : InputSpace(scalarsOf(variables)) {
  for (size_t i = 0; i < variables.size(); ++i) {
    if (!scalars[i].enumerators.empty())
      continue; // there are only these
    if (variables[i].least)
      bounds[i].low = ordinal(i, *variables[i].least);
    if (variables[i].greatest)
      bounds[i].high = ordinal(i, *variables[i].greatest);
    restricted |= variables[i].least || variables[i].greatest;
  }
}

int64_t InputSpace::ordinal(size_t i, uint64_t bits) const {
  const auto &enumerators = scalars[i].enumerators;
  if (enumerators.empty())
    return plainOrdinal(i, bits);
  const auto found = std::find(enumerators.begin(), enumerators.end(), bits);
  if (found != enumerators.end())
    return found - enumerators.begin();
  if (!scalars[i].takesOthers)
    return 0;
  return static_cast<int64_t>(
      enumerators.size() +
      truncateToWidth(bits - leastBits(scalars[i]), scalars[i].width));
}

int64_t InputSpace::plainOrdinal(size_t i, uint64_t bits) const {
  const Scalar &scalar = scalars[i];
  switch (scalar.kind) {
  case ScalarKind::Float:
  case ScalarKind::Exponent:
    return floatPosition(bits, scalar.width);
  case ScalarKind::Signed:
    return signExtend(bits, scalar.width);
  default:
    return static_cast<int64_t>(scalar.width < 64 ? bits
                                                  : bits - kUnsigned64Shift);
  }
}

uint64_t InputSpace::fromOrdinal(size_t i, int64_t ordinal) const {
  const Scalar &scalar = scalars[i];
  const auto &enumerators = scalar.enumerators;
  if (enumerators.empty())
    return fromPlainOrdinal(i, ordinal);
  const auto index = static_cast<uint64_t>(ordinal);
  if (index < enumerators.size())
    return enumerators[index];
  return truncateToWidth(leastBits(scalar) + index - enumerators.size(),
                         scalar.width);
}

uint64_t InputSpace::fromPlainOrdinal(size_t i, int64_t ordinal) const {
  const Scalar &scalar = scalars[i];
  switch (scalar.kind) {
  case ScalarKind::Float:
  case ScalarKind::Exponent:
    return floatFromOrdinal(ordinal, scalar.width);
  case ScalarKind::Signed:
    return truncateToWidth(static_cast<uint64_t>(ordinal), scalar.width);
  default:
    return static_cast<uint64_t>(ordinal) +
           (scalar.width < 64 ? 0 : kUnsigned64Shift);
  }
}

double InputSpace::toReal(size_t i, uint64_t bits) const {
  const Scalar &scalar = scalars[i];
  if (scalar.kind == ScalarKind::Exponent)
    return static_cast<double>(floatPosition(bits, scalar.width));
  if (!scalar.isFloat())
    return scalar.kind == ScalarKind::Signed
               ? static_cast<double>(signExtend(bits, scalar.width))
               : static_cast<double>(bits);
  const double value = floatValue(scalar.width, bits);
  return value == value ? std::clamp(value, -DBL_MAX, DBL_MAX) : 0;
}

uint64_t InputSpace::fromReal(size_t i, double real) const {
  const Scalar &scalar = scalars[i];
  if (scalar.isFloat())
    return within(i, floatBits(scalar.width, real));
  const double rounded = std::nearbyint(real);
  if (!scalar.enumerators.empty() && !scalar.takesOthers) {
    // The enumerator nearest to the number; beyond the range of integers, where
    // differences are lost to rounding, nearest to that range's end.
    const double clamped =
        std::clamp(rounded == rounded ? rounded : 0, -0x1p52, 0x1p52);
    const auto distance = [&](uint64_t bits) {
      return std::fabs(toReal(i, bits) - clamped);
    };
    return *std::min_element(
        scalar.enumerators.begin(), scalar.enumerators.end(),
        [&](uint64_t a, uint64_t b) { return distance(a) < distance(b); });
  }
  if (scalar.takesOthers) {
    const Scalar plain{scalar.kind, scalar.width, {}};
    return InputSpace(std::vector<Scalar>{plain}).fromReal(0, real);
  }
  if (scalar.kind == ScalarKind::Unsigned && scalar.width == 64)
    return fromOrdinal(i, std::clamp(ordinal(i, saturatedToUint64(rounded)),
                                     lowest(i), highest(i)));
  return fromOrdinal(
      i, std::clamp(saturatedToInt64(rounded), lowest(i), highest(i)));
}

std::vector<std::pair<uint64_t, uint64_t>>
InputSpace::bitIntervals(size_t i) const {
  std::vector<std::pair<uint64_t, uint64_t>> intervals;
  const auto add = [&](int64_t low, int64_t high) {
    if (low > high)
      return;
    const uint64_t a = fromOrdinal(i, low), b = fromOrdinal(i, high);
    intervals.emplace_back(std::min(a, b), std::max(a, b)); // see Float
  };
  if (scalars[i].kind == ScalarKind::Unsigned) {
    add(lowest(i), highest(i));
  } else {
    add(lowest(i), std::min<int64_t>(highest(i), -1));
    add(std::max<int64_t>(lowest(i), 0), highest(i));
  }
  return intervals;
}

bool InputSpace::contains(const Input &input) const {
  if (!restricted)
    return true;
  for (size_t i = 0; i < input.size(); ++i)
    if (const int64_t at = ordinal(i, input[i]);
        at < lowest(i) || at > highest(i))
      return false;
  return true;
}

Input InputSpace::within(const Input &input) const {
  Input result(input.size());
  for (size_t i = 0; i < input.size(); ++i)
    result[i] = within(i, input[i]);
  return result;
}

} // namespace coverme
