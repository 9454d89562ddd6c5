// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/BranchSet.h"

#include "support/Random.h"

#include <gtest/gtest.h>

#include <set>

namespace coverme {
namespace {

using Branches = std::vector<BranchId>;

Branches listOf(const BranchSet &set) { return {set.begin(), set.end()}; }

TEST(BranchSet, IsEmptyAtFirst) {
  const BranchSet set;
  EXPECT_EQ(set.size(), 0u);
  EXPECT_FALSE(set.contains(0));
  EXPECT_EQ(listOf(set), Branches{});
}

TEST(BranchSet, ListsItsBranchesInOrder) {
  const BranchSet set{300, 0, 63, 64, 63};
  EXPECT_EQ(listOf(set), (Branches{0, 63, 64, 300}));
  EXPECT_EQ(set.size(), 4u);
}

TEST(BranchSet, TakesWordsAsTheyAre) {
  BranchSet::Word words[BranchSet::wordsFor(129)] = {};
  EXPECT_EQ(std::size(words), 3u);
  for (const BranchId branch : {1, 64, 128})
    words[BranchSet::wordOf(branch)] |= BranchSet::bitOf(branch);
  EXPECT_EQ(listOf(BranchSet(words)), (Branches{1, 64, 128}));
}

TEST(BranchSet, AgreesWithASetOfTheStandardLibrary) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    BranchSet sets[2];
    std::set<BranchId> expected[2];
    for (const size_t which : {0, 1})
      for (size_t i = random.below(60); i-- > 0;) {
        const auto branch = static_cast<BranchId>(random.below(400));
        sets[which].insert(branch);
        expected[which].insert(branch);
      }
    for (BranchId branch = 0; branch < 500; ++branch)
      EXPECT_EQ(sets[0].contains(branch), expected[0].contains(branch));
    size_t alone = 0;
    std::set<BranchId> both = expected[0], rest = expected[0];
    for (const BranchId branch : expected[0])
      alone += !expected[1].contains(branch);
    for (const BranchId branch : expected[1]) {
      both.insert(branch);
      rest.erase(branch);
    }
    EXPECT_EQ(sets[0].countWithout(sets[1]), alone);
    BranchSet united = sets[0];
    united.insert(sets[1]);
    EXPECT_EQ(listOf(united), Branches(both.begin(), both.end()));
    BranchSet left = sets[0];
    left.erase(sets[1]);
    EXPECT_EQ(listOf(left), Branches(rest.begin(), rest.end()));
  }
}

} // namespace
} // namespace coverme
