// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reachability: get to a place of the source, or show that no call does.
#ifndef COVERME_DRIVER_GOALS_REACH_REACHGOAL_H
#define COVERME_DRIVER_GOALS_REACH_REACHGOAL_H

#include "goals/coverage/CoverageGoal.h"

namespace coverme {

// The places are marks: sites that the pass has set there (coverme/marks.h).
// The branches of the scope's decisions are on the way to them. One mark of a
// line or of a function is enough; each other mark stands for itself.
class ReachGoal : public CoverageGoal {
public:
  ReachGoal(const Program &program, Scope scope);

  std::vector<TargetId> targets() const override;
  std::vector<TargetId> asked() const override;
  // A failed assertion aborts, and was reached all the same.
  bool countsAllCalls() const override { return true; }
  std::set<TargetId> spared(const std::set<TargetId> &reached) const override;
  std::unique_ptr<Probes> probe(uint8_t *states,
                                bool withDescendants) const override;

  // The marks of which one is enough, as targets; by place, in the order of
  // their sites.
  const std::vector<std::vector<TargetId>> &places() const { return groups; }

private:
  std::vector<std::vector<TargetId>> groups;
};

// Throws Error(BadInput) when the object has no mark for one of the places that
// were asked for (RunOptions::marks).
void requirePlaces(const Program &program,
                   const std::vector<std::string> &places);

} // namespace coverme

#endif
