// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/OrderedMatch.h"

#include <gtest/gtest.h>

#include <string>

namespace coverme {
namespace {

using Places = std::vector<size_t>;

// Letters go with themselves, and better where both are capitals.
std::optional<Places> match(const std::string &some, const std::string &all) {
  return orderedMatch(some.size(), all.size(), [&](size_t i, size_t j) {
    if (std::tolower(some[i]) != std::tolower(all[j]))
      return 0U;
    return some[i] == all[j] && std::isupper(some[i]) != 0 ? 3U : 1U;
  });
}

TEST(OrderedMatch, FindsAllInTheirOrder) {
  EXPECT_EQ(match("abc", "abc"), (Places{0, 1, 2}));
  EXPECT_EQ(match("abc", "xaybzc"), (Places{1, 3, 5}));
  EXPECT_EQ(match("aab", "abaab"), (Places{0, 2, 4}));
}

TEST(OrderedMatch, IsNoneWhereOneIsMissingOrOutOfOrder) {
  EXPECT_EQ(match("abc", "ab"), std::nullopt);
  EXPECT_EQ(match("abd", "abc"), std::nullopt);
  EXPECT_EQ(match("ab", "ba"), std::nullopt);
  EXPECT_EQ(match("aa", "a"), std::nullopt);
  EXPECT_EQ(match("a", ""), std::nullopt);
}

TEST(OrderedMatch, TakesTheEarlierOneOfEquals) {
  EXPECT_EQ(match("a", "aa"), (Places{0}));
  EXPECT_EQ(match("ab", "abab"), (Places{0, 1}));
}

TEST(OrderedMatch, TakesTheOnesThatGoBestTogether) {
  EXPECT_EQ(match("A", "aAa"), (Places{1}));
  EXPECT_EQ(match("aB", "abaB"), (Places{0, 3}));
  EXPECT_EQ(match("AB", "aBAB"), (Places{2, 3}));
}

TEST(OrderedMatch, OfNothingIsNothing) { EXPECT_EQ(match("", "ab"), Places{}); }

} // namespace
} // namespace coverme
