// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/interval/PersistentArray.h"

#include "support/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace coverme {
namespace {

using Array = PersistentArray<int>;
using Model = std::vector<int>;

// Sizes around those of its nodes, and neither.
constexpr size_t kSizes[] = {1, 7, 8, 9, 255, 256, 257, 700};

void expectEqual(const Array &array, const Model &model) {
  for (size_t i = 0; i < model.size(); ++i)
    ASSERT_EQ(array[i], model[i]) << i;
}

int larger(int a, int b) { return std::max(a, b); }

struct Pair {
  Array array;
  Model model;
};

TEST(PersistentArray, HoldsNothingAtFirst) {
  for (const size_t size : kSizes)
    expectEqual(Array(size), Model(size));
}

TEST(PersistentArray, DoesAsAVectorDoes) {
  for (const size_t size : kSizes) {
    Random random(size);
    std::vector<Pair> pairs(4, Pair{Array(size), Model(size)});
    for (int step = 0; step < 400; ++step) {
      Pair &one = pairs[random.below(pairs.size())];
      const Pair &other = pairs[random.below(pairs.size())];
      switch (random.below(6)) {
      case 0:
      case 1:
      case 2: {
        const size_t at = random.below(size);
        one.model[at] = static_cast<int>(random.below(50));
        one.array.set(at, one.model[at]);
        break;
      }
      case 3: {
        const size_t first = random.below(size + 1);
        const size_t end = first + random.below(size - first + 1);
        one.array.clear(first, end);
        std::fill(one.model.begin() + static_cast<ptrdiff_t>(first),
                  one.model.begin() + static_cast<ptrdiff_t>(end), 0);
        break;
      }
      case 4:
        one = other;
        break;
      default: {
        Model joined = one.model;
        for (size_t i = 0; i < size; ++i)
          joined[i] = std::max(joined[i], other.model[i]);
        EXPECT_EQ(one.array.joinWith(other.array, larger), joined != one.model);
        one.model = joined;
        break;
      }
      }
      for (const Pair &pair : pairs)
        expectEqual(pair.array, pair.model);
      if (HasFatalFailure())
        return;
    }
  }
}

TEST(PersistentArray, GoesOnAfterAMove) {
  Array array(300);
  array.set(299, 5);
  const Array copy = array;
  Array moved = std::move(array);
  moved.set(299, 6);
  EXPECT_EQ(moved[299], 6);
  EXPECT_EQ(copy[299], 5);
}

TEST(PersistentArray, LooksAtWhatDiffersAlone) {
  Array array(100'000);
  for (size_t i = 0; i < 100'000; ++i)
    array.set(i, 1);
  Array copy = array;
  copy.set(50'000, 2);
  int calls = 0;
  EXPECT_TRUE(array.joinWith(copy, [&](int a, int b) {
    ++calls;
    return std::max(a, b);
  }));
  EXPECT_EQ(array[50'000], 2);
  EXPECT_LE(calls, 64);
}

} // namespace
} // namespace coverme
