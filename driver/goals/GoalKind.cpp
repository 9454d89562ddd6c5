// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/GoalKind.h"

#include "coverme/marks.h"

#include <algorithm>
#include <cassert>

namespace coverme {

const std::vector<GoalKind> &goalKinds() {
  static const std::vector<GoalKind> all = {
      // One branch comes with another.
      {"coverage",
       {"branches",
        "branches",
        "not covered",
        {"covered", "proved infeasible", "deemed infeasible", "open"}},
       false},
      {"reach",
       {"place",
        "places",
        "not reached",
        {"reached", "proved unreachable", "deemed unreachable", "open"}},
       true},
      {"boundary",
       {"boundary",
        "boundaries",
        "not reached",
        {"reached", "proved unreachable", "deemed unreachable", "open"}},
       true,
       COVERME_MARK_BOUNDARY}};
  return all;
}

const GoalKind &goalNamed(const std::string &name) {
  const auto found =
      std::find_if(goalKinds().begin(), goalKinds().end(),
                   [&](const GoalKind &kind) { return kind.name == name; });
  assert(found != goalKinds().end());
  return *found;
}

} // namespace coverme
