// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/BranchPursuit.h"

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

BranchPursuit::BranchPursuit(Objective &objective, ApproachLevels &levels,
                             BranchId branch, bool approach)
    : objective(objective), levels(levels), branch(branch) {
  levels.aimAt(siteOf(branch), approach);
  for (const uint32_t site : levels.sites())
    objective.watch(site, true);
}

BranchPursuit::~BranchPursuit() {
  for (const uint32_t site : levels.sites())
    objective.watch(site, false);
}

Rank BranchPursuit::evaluate(const Input &x) {
  objective.evaluate(x);
  if (!objective.hasReturned())
    return kWorst;
  const std::span<const uint32_t> visited = objective.visitedSites();
  uint8_t nearest = ApproachLevels::kUnreachable;
  for (const uint32_t site : visited)
    nearest = std::min(nearest, levels[site]);
  if (nearest == 0)
    return compressed(objective.distanceTo(branch));
  if (nearest == ApproachLevels::kUnreachable)
    return kWorst;
  Rank least = objective.plateau();
  for (const uint32_t site : visited)
    if (levels[site] == nearest)
      for (const bool outcome : {false, true})
        if (levels.leadsOn(site, outcome))
          least =
              std::min(least, objective.distanceTo(branchOf(site, outcome)));
  return Rank{nearest} << kLevelShift | compressed(least);
}

} // namespace coverme
