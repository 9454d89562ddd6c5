// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The largest error: how far can a result be from what a reference says?
#ifndef COVERME_DRIVER_GOALS_ERROR_ERRORGOAL_H
#define COVERME_DRIVER_GOALS_ERROR_ERRORGOAL_H

#include "compare/Reference.h"
#include "goals/coverage/CoverageGoal.h"

namespace coverme {

// What is asked for is a call whose error is infinite, so that the nearest miss
// is the call with the largest one. Branches are on the way, as errors differ
// from one to the next.
class ErrorGoal final : public CoverageGoal {
public:
  // `reference` is kept by reference.
  ErrorGoal(const Program &program, Scope scope, const Reference &reference)
      : CoverageGoal(program, std::move(scope)), reference(reference) {}

  uint32_t targetCount() const override { return resultTarget() + 1; }
  std::vector<TargetId> asked() const override { return {resultTarget()}; }
  // Its number follows those of the branches.
  TargetId resultTarget() const override { return CoverageGoal::targetCount(); }
  Rank resultDistance(std::span<const uint64_t> input,
                      uint64_t result) const override;
  std::unique_ptr<Probes> probe(uint8_t *states,
                                bool withDescendants) const override;

private:
  const Reference &reference;
};

} // namespace coverme

#endif
