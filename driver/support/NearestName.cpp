// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/NearestName.h"

#include <fmt/format.h>

#include <algorithm>

namespace coverme {
namespace {

// Insertions, deletions, replacements and swaps of neighbours, one each.
size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<std::vector<size_t>> table(a.size() + 1,
                                         std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i)
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      table[i][j] = std::min({table[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                              table[i - 1][j] + 1, table[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  return table[a.size()][b.size()];
}

} // namespace

std::string nearestName(const std::string &mistyped,
                        const std::vector<std::string> &names) {
  std::string nearest;
  size_t least = std::max<size_t>(mistyped.size() / 3, 1) + 1;
  for (const std::string &name : names)
    if (const size_t distance = editDistance(mistyped, name);
        distance < least) {
      least = distance;
      nearest = name;
    }
  return nearest;
}

std::string suggestion(const std::string &mistyped,
                       const std::vector<std::string> &names,
                       const std::string &otherwise) {
  const std::string nearest = nearestName(mistyped, names);
  return nearest.empty() ? otherwise
                         : fmt::format("; did you mean '{}'?", nearest);
}

std::string suggestion(const std::string &mistyped,
                       const std::vector<std::string> &names) {
  constexpr size_t kMost = 8;
  std::string list;
  for (size_t i = 0; i < std::min(names.size(), kMost); ++i)
    list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMost)
    list += ", ...";
  return suggestion(mistyped, names,
                    list.empty() ? "" : fmt::format(" ({})", list));
}

} // namespace coverme
