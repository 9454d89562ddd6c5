// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/FindingGroup.h"

#include <algorithm>
#include <iterator>

namespace coverme {
namespace {

// By FindingGroup.
constexpr const char *kGroups[] = {"values", "guesses", "endless"};

} // namespace

bool isSuspicion(const std::string &kind, FindingGroup group) {
  // A loop that comes back to the same state has no end, whatever the limit.
  return group == FindingGroup::Guesses ||
         (group == FindingGroup::Endless && kind != "endless-loop");
}

const char *nameOf(FindingGroup group) {
  return kGroups[static_cast<size_t>(group)];
}

FindingGroup findingGroupNamed(const std::string &name) {
  const auto found = std::find(std::begin(kGroups), std::end(kGroups), name);
  return found == std::end(kGroups)
             ? FindingGroup::Values
             : static_cast<FindingGroup>(found - std::begin(kGroups));
}

} // namespace coverme
