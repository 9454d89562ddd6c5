// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/InputSpace.h"

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

// Unsigned 64-bit values are shifted by 2^63 to fit a signed position; the
// narrower ones are themselves.
constexpr uint64_t kUnsigned64Shift = uint64_t{1} << 63;

// Negative floats: their magnitude bits, complemented.
int64_t floatPosition(uint64_t bits, unsigned width) {
  const int64_t extended = signExtend(bits, width);
  const auto magnitude = static_cast<int64_t>(truncateToWidth(bits, width - 1));
  return extended >= 0 ? magnitude : -magnitude - 1;
}

uint64_t floatFromPosition(int64_t position, unsigned width) {
  if (position >= 0)
    return static_cast<uint64_t>(position);
  const auto magnitude = static_cast<uint64_t>(-(position + 1));
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

} // namespace

InputSpace::InputSpace(std::vector<Scalar> list) : scalars(std::move(list)) {
  for (const Scalar &scalar : scalars) {
    const int64_t half =
        scalar.width >= 64
            ? std::numeric_limits<int64_t>::max()
            : static_cast<int64_t>((uint64_t{1} << (scalar.width - 1)) - 1);
    Bounds range{-half - 1, half};
    if (!scalar.enumerators.empty())
      range = {0, static_cast<int64_t>(scalar.enumerators.size()) - 1};
    else if (scalar.kind == ScalarKind::Bool)
      range = {0, 1};
    else if (scalar.kind == ScalarKind::Unsigned && scalar.width < 64)
      range = {0, static_cast<int64_t>((uint64_t{1} << scalar.width) - 1)};
    bounds.push_back(range);
  }
}

int64_t InputSpace::position(size_t i, uint64_t bits) const {
  const Scalar &scalar = scalars[i];
  if (!scalar.enumerators.empty()) {
    const auto found =
        std::find(scalar.enumerators.begin(), scalar.enumerators.end(), bits);
    return found == scalar.enumerators.end()
               ? 0
               : found - scalar.enumerators.begin();
  }
  switch (scalar.kind) {
  case ScalarKind::Float:
    return floatPosition(bits, scalar.width);
  case ScalarKind::Signed:
    return signExtend(bits, scalar.width);
  default:
    return static_cast<int64_t>(scalar.width < 64 ? bits
                                                  : bits - kUnsigned64Shift);
  }
}

uint64_t InputSpace::fromPosition(size_t i, int64_t position) const {
  const Scalar &scalar = scalars[i];
  if (!scalar.enumerators.empty())
    return scalar.enumerators[static_cast<size_t>(position)];
  switch (scalar.kind) {
  case ScalarKind::Float:
    return floatFromPosition(position, scalar.width);
  case ScalarKind::Signed:
    return truncateToWidth(static_cast<uint64_t>(position), scalar.width);
  default:
    return static_cast<uint64_t>(position) +
           (scalar.width < 64 ? 0 : kUnsigned64Shift);
  }
}

double InputSpace::toReal(size_t i, uint64_t bits) const {
  const Scalar &scalar = scalars[i];
  if (!scalar.isFloat())
    return scalar.kind == ScalarKind::Signed
               ? static_cast<double>(signExtend(bits, scalar.width))
               : static_cast<double>(bits);
  const double value = scalar.width == 64
                           ? std::bit_cast<double>(bits)
                           : std::bit_cast<float>(static_cast<uint32_t>(bits));
  return value == value ? std::clamp(value, -DBL_MAX, DBL_MAX) : 0;
}

uint64_t InputSpace::fromReal(size_t i, double real) const {
  const Scalar &scalar = scalars[i];
  if (scalar.isFloat())
    return scalar.width == 64
               ? std::bit_cast<uint64_t>(real)
               : std::bit_cast<uint32_t>(static_cast<float>(real));
  const double rounded = std::nearbyint(real);
  if (!scalar.enumerators.empty()) {
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
  if (scalar.kind == ScalarKind::Unsigned && scalar.width == 64)
    return saturatedToUint64(rounded);
  return fromPosition(
      i, std::clamp(saturatedToInt64(rounded), lowest(i), highest(i)));
}

InputSpace inputSpaceOf(const Function &function) {
  std::vector<Scalar> scalars;
  for (const Parameter &parameter : function.parameters)
    scalars.push_back(parameter.scalar);
  return InputSpace(std::move(scalars));
}

} // namespace coverme
