// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a monotone predicate of integers changes.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_BISECTION_H
#define COVERME_DRIVER_PROVE_INTERVAL_BISECTION_H

#include <numeric>
#include <optional>

namespace coverme {

// The least integer in [low, high] for which the predicate holds, if any, given
// that it holds for all greater ones too. Tries `low` first: bounds mostly
// stay.
template <class Integer, class Predicate>
std::optional<Integer> leastWhere(Integer low, Integer high,
                                  const Predicate &holds) {
  if (low > high)
    return std::nullopt;
  if (holds(low))
    return low;
  if (!holds(high))
    return std::nullopt;
  while (low + 1 < high) {
    const Integer middle = std::midpoint(low, high);
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

// The greatest one, given that the predicate holds for all smaller ones too.
template <class Integer, class Predicate>
std::optional<Integer> greatestWhere(Integer low, Integer high,
                                     const Predicate &holds) {
  if (low > high)
    return std::nullopt;
  if (holds(high))
    return high;
  if (!holds(low))
    return std::nullopt;
  while (low + 1 < high) {
    const Integer middle = std::midpoint(low, high);
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

// Narrows [low, high] to where a map that grows with its argument stays within
// the bounds; false if it does so nowhere.
template <class Integer, class Map, class Image>
bool narrowToPreimage(Integer &low, Integer &high, const Map &map,
                      const Image &least, const Image &greatest) {
  const std::optional<Integer> first =
      leastWhere(low, high, [&](Integer x) { return map(x) >= least; });
  const std::optional<Integer> last =
      greatestWhere(low, high, [&](Integer x) { return map(x) <= greatest; });
  if (!first || !last || *first > *last)
    return false;
  low = *first;
  high = *last;
  return true;
}

} // namespace coverme

#endif
