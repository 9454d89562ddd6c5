// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/Portfolio.h"

#include "driver/optimise/SyntheticProblem.h"

#include <gtest/gtest.h>

#include <numeric>

namespace coverme {
namespace {

using namespace test;

// A member that spends 1000 evaluations a time and gains as it is told.
class Member final : public LocalSearch {
public:
  Member(int &uses, Portfolio::Account &account, uint64_t gain)
      : uses(uses), account(account), gain(gain) {}

  Rank minimise(Problem &, Input &x, uint64_t maxEvaluations) override {
    ++uses;
    account.gains += gain;
    account.evaluations += 1000;
    x[0] = gain;
    return maxEvaluations;
  }

private:
  int &uses;
  Portfolio::Account &account;
  uint64_t gain;
};

// How often each of the members, with these gains a use, is used of 2000 times.
std::vector<int> usesOf(const std::vector<uint64_t> &gains, uint64_t seed = 1) {
  std::vector<int> uses(gains.size());
  Portfolio::Account account{0, 0, 0};
  std::vector<std::unique_ptr<LocalSearch>> members;
  for (size_t i = 0; i < gains.size(); ++i)
    members.push_back(std::make_unique<Member>(uses[i], account, gains[i]));
  Portfolio portfolio(std::move(members), [&] { return account; }, seed);
  SyntheticProblem problem = distanceToDouble(1.0, COVERME_DISTANCE_ULP);
  for (int i = 0; i < 2000; ++i) {
    Input x{99};
    portfolio.minimise(problem, x, 50);
  }
  return uses;
}

TEST(Portfolio, UsesOneMemberATime) {
  const std::vector<int> uses = usesOf({0, 1, 2});
  EXPECT_EQ(std::accumulate(uses.begin(), uses.end(), 0), 2000);
}

TEST(Portfolio, UsesEqualsEqually) {
  for (const int uses : usesOf({1, 1, 1, 1}))
    EXPECT_NEAR(uses, 500, 150);
}

TEST(Portfolio, PrefersWhatBringsMore) {
  const std::vector<int> uses = usesOf({1, 0, 5});
  EXPECT_GT(uses[2], 2 * uses[0]);
  EXPECT_GT(uses[0], 2 * uses[1]);
}

// Two members without a gain, of which the second comes nearer now and then.
TEST(Portfolio, PrefersProgressToNone) {
  class Nearer final : public LocalSearch {
  public:
    Nearer(int &uses, Portfolio::Account &account, bool progresses)
        : uses(uses), account(account), progresses(progresses) {}
    Rank minimise(Problem &, Input &, uint64_t) override {
      ++uses;
      account.evaluations += 1000;
      account.progress += progresses ? 1 : 0;
      return 1;
    }

  private:
    int &uses;
    Portfolio::Account &account;
    bool progresses;
  };
  int uses[2] = {0, 0};
  Portfolio::Account account{0, 0, 0};
  std::vector<std::unique_ptr<LocalSearch>> members;
  for (const int i : {0, 1})
    members.push_back(std::make_unique<Nearer>(uses[i], account, i == 1));
  Portfolio portfolio(std::move(members), [&] { return account; }, 1);
  SyntheticProblem problem = distanceToDouble(1.0, COVERME_DISTANCE_ULP);
  for (int i = 0; i < 1000; ++i) {
    Input x{99};
    portfolio.minimise(problem, x, 50);
  }
  EXPECT_GT(uses[1], 2 * uses[0]);
  EXPECT_GT(uses[0], 0);
}

TEST(Portfolio, NeverDropsAMemberForGood) {
  const std::vector<int> uses = usesOf({0, 0, 0, 100});
  for (const int count : uses)
    EXPECT_GT(count, 0);
}

TEST(Portfolio, GivesTheMembersResult) {
  int uses = 0;
  Portfolio::Account account{0, 0, 0};
  std::vector<std::unique_ptr<LocalSearch>> members;
  members.push_back(std::make_unique<Member>(uses, account, 17));
  Portfolio portfolio(std::move(members), [&] { return account; }, 1);
  SyntheticProblem problem = distanceToDouble(1.0, COVERME_DISTANCE_ULP);
  Input x{99};
  EXPECT_EQ(portfolio.minimise(problem, x, 50), 50u);
  EXPECT_EQ(x[0], 17u);
}

TEST(Portfolio, IsTheSameWithTheSameSeed) {
  EXPECT_EQ(usesOf({1, 2, 3}, 5), usesOf({1, 2, 3}, 5));
  EXPECT_NE(usesOf({1, 2, 3}, 5), usesOf({1, 2, 3}, 6));
}

} // namespace
} // namespace coverme
