// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/TargetPursuit.h"

#include <algorithm>

namespace coverme {
namespace {

// A rank has its upper bits for the level, the lower ones for the distance.
constexpr int kLevelShift = 59;
static_assert(ApproachLevels::kMaxLevel < (1 << (64 - kLevelShift)) - 1);

// Into the lower bits, in order: exact below the middle, in coarser steps from
// there on.
constexpr Rank compressed(Rank distance) {
  constexpr Rank kExact = Rank{1} << (kLevelShift - 1);
  constexpr int kStepShift = 64 - kLevelShift + 1;
  return distance < kExact ? distance
                           : kExact + ((distance - kExact) >> kStepShift);
}
static_assert(compressed(~Rank{0}) < Rank{1} << kLevelShift);

} // namespace

TargetPursuit::TargetPursuit(Objective &objective, ApproachLevels &levels,
                             TargetId target, bool approach)
    : objective(objective), levels(levels), target(target) {
  const bool isResult = target == objective.goal.resultTarget();
  levels.aimAt(isResult ? std::nullopt
                        : std::optional(objective.goal.siteOf(target)),
               approach);
  for (const uint32_t site : levels.sites())
    objective.watch(site, true);
}

TargetPursuit::~TargetPursuit() {
  for (const uint32_t site : levels.sites())
    objective.watch(site, false);
}

Rank TargetPursuit::evaluate(const Input &x) {
  objective.evaluate(x);
  if (!objective.hasCounted())
    return kWorst;
  if (target == objective.goal.resultTarget())
    return compressed(objective.distanceTo(target));
  const std::span<const uint32_t> visited = objective.visitedSites();
  uint8_t nearest = ApproachLevels::kUnreachable;
  for (const uint32_t site : visited)
    nearest = std::min(nearest, levels[site]);
  if (nearest == 0) {
    const Rank distance = objective.distanceTo(target);
    // One that returns is looked for.
    return distance == 0 && objective.isOpen(target) ? kWorst
                                                     : compressed(distance);
  }
  if (nearest == ApproachLevels::kUnreachable)
    return kWorst;
  Rank least = objective.plateau();
  for (const uint32_t site : visited)
    if (levels[site] == nearest)
      for (const bool outcome : {false, true})
        if (levels.leadsOn(site, outcome))
          least = std::min(least, objective.distanceTo(site, outcome));
  return Rank{nearest} << kLevelShift | compressed(least);
}

} // namespace coverme
