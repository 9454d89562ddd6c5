// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/ChangedLines.h"

#include <algorithm>
#include <tuple>

namespace coverme {
namespace {

using Names = std::vector<std::string>;

// More are not looked at: the time would grow with their square.
constexpr size_t kMostBetween = 2000;

// In the order of the source: "x" is ahead of "x #2" on the same line.
Names namesOf(const std::vector<NightlyBranch> &branches) {
  std::vector<std::tuple<unsigned, size_t, std::string>> places;
  for (const NightlyBranch &branch : branches)
    places.emplace_back(branch.line, branch.name.size(), branch.name);
  std::ranges::sort(places);
  Names names;
  for (auto &[line, size, name] : places)
    if (names.empty() || names.back() != name)
      names.push_back(std::move(name));
  return names;
}

// Steps through a longest common subsequence: pairs of equal names.
std::vector<std::pair<size_t, size_t>> commonOf(const Names &before,
                                                const Names &now) {
  const size_t width = now.size() + 1;
  std::vector<unsigned> longest((before.size() + 1) * width);
  for (size_t i = before.size(); i-- > 0;)
    for (size_t j = now.size(); j-- > 0;)
      longest[i * width + j] = before[i] == now[j]
                                   ? longest[(i + 1) * width + j + 1] + 1
                                   : std::max(longest[(i + 1) * width + j],
                                              longest[i * width + j + 1]);
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t i = 0, j = 0; i < before.size() && j < now.size();)
    if (before[i] == now[j])
      pairs.emplace_back(i++, j++);
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1])
      ++i;
    else
      ++j;
  return pairs;
}

} // namespace

std::map<std::string, std::string>
formerNames(const std::vector<NightlyBranch> &before,
            const std::vector<NightlyBranch> &now) {
  Names old = namesOf(before), fresh = namesOf(now);
  std::map<std::string, std::string> former;
  if (old.size() > kMostBetween || fresh.size() > kMostBetween)
    return former;
  std::vector<std::pair<size_t, size_t>> common = commonOf(old, fresh);
  common.emplace_back(old.size(), fresh.size());
  size_t i = 0, j = 0;
  for (const auto &[nextOld, nextFresh] : common) {
    if (nextOld - i == nextFresh - j)
      for (; i < nextOld; ++i, ++j)
        former[fresh[j]] = old[i];
    i = nextOld + 1;
    j = nextFresh + 1;
  }
  return former;
}

} // namespace coverme
