// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set of inputs: an interval of ordinals (InputSpace.h) per scalar.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_BOX_H
#define COVERME_DRIVER_PROVE_INTERVAL_BOX_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace coverme {

struct OrdinalInterval {
  int64_t low, high; // both inclusive, low <= high

  uint64_t gap() const { // ordinals beyond the first
    return static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  }
  bool operator==(const OrdinalInterval &) const = default;
};

using Box = std::vector<OrdinalInterval>;

// The number of inputs in the box, at most `limit`.
inline uint64_t sizeOf(const Box &box, uint64_t limit) {
  uint64_t size = 1;
  for (const OrdinalInterval &side : box) {
    if (side.gap() >= limit || size * (side.gap() + 1) >= limit)
      return limit;
    size *= side.gap() + 1;
  }
  return size;
}

// The least box that holds both.
inline Box hull(Box a, const Box &b) {
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = {std::min(a[i].low, b[i].low), std::max(a[i].high, b[i].high)};
  return a;
}

} // namespace coverme

#endif
