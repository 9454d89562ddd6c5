// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/RandomSearch.h"

#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <set>

namespace coverme {
namespace {

using namespace test;

TEST(UniformInput, ReachesEveryValueOfSmallScalarsAndNoOther) {
  const InputSpace space({boolean(), signedInteger(8), unsignedInteger(8),
                          enumeration(ScalarKind::Signed, {7, 0xffffffff})});
  Random random(1);
  std::vector<std::set<uint64_t>> seen(space.size());
  for (int round = 0; round < 5000; ++round) {
    const Input input = uniformInput(space, random);
    for (size_t i = 0; i < input.size(); ++i)
      seen[i].insert(input[i]);
  }
  EXPECT_EQ(seen[0], (std::set<uint64_t>{0, 1}));
  EXPECT_EQ(seen[1].size(), 256u);
  EXPECT_EQ(*seen[1].rbegin(), 255u);
  EXPECT_EQ(seen[2].size(), 256u);
  EXPECT_EQ(seen[3], (std::set<uint64_t>{7, 0xffffffff}));
}

TEST(UniformInput, ReachesEveryByteOfWideScalars) {
  const InputSpace space({floating(), unsignedInteger(64), floating(32)});
  Random random(1);
  std::vector<std::set<uint64_t>> upper(space.size()), lower(space.size());
  for (int round = 0; round < 5000; ++round) {
    const Input input = uniformInput(space, random);
    for (size_t i = 0; i < input.size(); ++i) {
      upper[i].insert(input[i] >> (space[i].width - 8));
      lower[i].insert(input[i] & 0xff);
    }
  }
  for (size_t i = 0; i < space.size(); ++i) {
    EXPECT_EQ(upper[i].size(), 256u);
    EXPECT_EQ(*upper[i].rbegin(), 255u) << "no bits beyond the width";
    EXPECT_EQ(lower[i].size(), 256u);
  }
}

TEST(RandomSearch, TriesTheStartFirst) {
  SyntheticProblem problem = distanceToDouble(1.0, COVERME_DISTANCE_ULP);
  Input x{bitsOf(1.0)};
  EXPECT_EQ(RandomSearch(1).minimise(problem, x, 100), 0u);
  EXPECT_EQ(problem.trace.size(), 1u);
}

TEST(RandomSearch, TriesAnotherInputEachTime) {
  SyntheticProblem problem = distanceToDouble(1.0, COVERME_DISTANCE_ULP);
  Input x{bitsOf(2.0)};
  RandomSearch search(1);
  search.minimise(problem, x, 100);
  x = {bitsOf(2.0)};
  search.minimise(problem, x, 100);
  const std::set<Input> unique(problem.trace.begin(), problem.trace.end());
  EXPECT_EQ(unique.size(), 199u) << "all but the start, which is tried twice";
}

} // namespace
} // namespace coverme
