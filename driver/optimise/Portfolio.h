// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several optimisers as one, each used by what it has brought.
#ifndef COVERME_DRIVER_OPTIMISE_PORTFOLIO_H
#define COVERME_DRIVER_OPTIMISE_PORTFOLIO_H

#include "optimise/LocalSearch.h"
#include "support/Random.h"

#include <functional>
#include <vector>

namespace coverme {

// Every minimisation is given to one member, drawn with a probability
// proportional to its credit: new branches per evaluation so far, from a start
// at which all are equal. To come nearer to one counts a little, too.
class Portfolio final : public LocalSearch {
public:
  // What a member's use is measured by; all only grow.
  struct Account {
    uint64_t gains;    // branches covered
    uint64_t progress; // changes when an uncovered branch comes nearer
    uint64_t evaluations;
  };

  Portfolio(std::vector<std::unique_ptr<LocalSearch>> searches,
            std::function<Account()> account, uint64_t seed);

  Rank minimise(Problem &problem, Input &x, uint64_t maxEvaluations) override;

private:
  struct Member {
    std::unique_ptr<LocalSearch> search;
    double gains = 0;
    uint64_t evaluations = 0;
  };

  double credit(const Member &member) const;
  Member &draw();

  std::vector<Member> members;
  std::function<Account()> account;
  Random random;
};

} // namespace coverme

#endif
