// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/coverage/CoverageGoal.h"

#include "goals/coverage/Saturation.h"

#include <numeric>

namespace coverme {
namespace {

std::vector<TargetId> branchesOf(std::span<const uint32_t> sites) {
  std::vector<TargetId> branches;
  branches.reserve(2 * sites.size());
  for (const uint32_t site : sites)
    for (const bool outcome : {false, true})
      branches.push_back(branchOf(site, outcome));
  return branches;
}

} // namespace

CoverageGoal::CoverageGoal(const Program &program, Scope scope)
    : Goal(program, std::move(scope)), numbers(2 * program.sites.size()) {
  std::iota(numbers.begin(), numbers.end(), 0);
}

std::vector<TargetId> CoverageGoal::targets() const {
  return branchesOf(scope.sites);
}

std::vector<TargetId> CoverageGoal::asked() const {
  return branchesOf(scope.reportedSites());
}

std::vector<TargetId> CoverageGoal::helpers() const {
  return branchesOf(scope.helperSites);
}

std::unique_ptr<Probes> CoverageGoal::probe(uint8_t *states,
                                            bool withDescendants) const {
  return std::make_unique<Saturation>(program, scope, withDescendants, states);
}

} // namespace coverme
