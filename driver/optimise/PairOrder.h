// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of variables in random order.
#ifndef COVERME_DRIVER_OPTIMISE_PAIRORDER_H
#define COVERME_DRIVER_OPTIMISE_PAIRORDER_H

#include "support/Random.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

namespace coverme {

// All ordered pairs of two of `count` variables. Where there are many, they are
// drawn when they are asked for: of a thousand variables there are a million,
// and few descents come to more than a hundred. require: count > 1
class PairOrder {
public:
  PairOrder(size_t count, Random &random) : count(count), random(random) {
    assert(count > 1);
    if (size() > kShuffledAtOnce)
      return;
    drawn.resize(size());
    std::iota(drawn.begin(), drawn.end(), 0);
    for (size_t i = drawn.size(); i > 1; --i)
      std::swap(drawn[i - 1], drawn[random.below(i)]);
  }

  uint64_t size() const { return uint64_t{count} * (count - 1); }

  // require: i < size(), and all pairs ahead have been asked for
  std::pair<size_t, size_t> at(uint64_t i) {
    assert(i < size() && i <= drawn.size());
    if (i == drawn.size())
      drawn.push_back(draw());
    const uint64_t leader = drawn[i] / (count - 1);
    const uint64_t other = drawn[i] % (count - 1);
    return {leader, other + (other >= leader ? 1 : 0)};
  }

private:
  static constexpr uint64_t kShuffledAtOnce = 4096;

  // The next step of a Fisher-Yates shuffle of all numbers below size().
  uint64_t draw() {
    const uint64_t last = size() - 1 - drawn.size();
    const uint64_t place = random.below(last + 1);
    const uint64_t number = numberAt(place);
    moved[place] = numberAt(last);
    return number;
  }

  uint64_t numberAt(uint64_t place) const {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  }

  size_t count;
  Random &random;
  std::vector<uint64_t> drawn;
  std::unordered_map<uint64_t, uint64_t> moved; // what is not in its own place
};

} // namespace coverme

#endif
