// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/Portfolio.h"

namespace coverme {

Portfolio::Portfolio(std::vector<std::unique_ptr<LocalSearch>> searches,
                     std::function<Account()> account, uint64_t seed)
    : account(std::move(account)), random(seed) {
  for (std::unique_ptr<LocalSearch> &search : searches)
    members.push_back({std::move(search)});
}

double Portfolio::credit(const Member &member) const {
  // One gain on credit, and as many evaluations as a pursuit takes, so that a
  // member is not reported by its first try.
  constexpr double kEvaluationsOnCredit = 1000;
  return (1.0 + member.gains) /
         (kEvaluationsOnCredit + static_cast<double>(member.evaluations));
}

Portfolio::Member &Portfolio::draw() {
  double total = 0;
  for (const Member &member : members)
    total += credit(member);
  double left = random.unit() * total;
  for (Member &member : members) {
    left -= credit(member);
    if (left < 0)
      return member;
  }
  return members.back(); // where rounding has left something
}

Rank Portfolio::minimise(Problem &problem, Input &x, uint64_t maxEvaluations) {
  Member &member = draw();
  const Account before = account();
  const Rank rank = member.search->minimise(problem, x, maxEvaluations);
  const Account after = account();
  constexpr double kProgress = 0.1; // next to a gain
  member.gains += static_cast<double>(after.gains - before.gains);
  if (after.progress != before.progress)
    member.gains += kProgress;
  member.evaluations += after.evaluations - before.evaluations;
  return rank;
}

} // namespace coverme
