// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/NearestName.h"

#include <algorithm>
#include <numeric>

namespace coverme {
namespace {

size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

} // namespace

std::string nearestName(const std::string &mistyped,
                        const std::vector<std::string> &names) {
  std::string nearest;
  size_t least = std::max<size_t>(mistyped.size() / 3, 2) + 1;
  for (const std::string &name : names)
    if (const size_t distance = editDistance(mistyped, name);
        distance < least) {
      least = distance;
      nearest = name;
    }
  return nearest;
}

} // namespace coverme
