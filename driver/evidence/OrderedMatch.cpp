// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/OrderedMatch.h"

#include <algorithm>

namespace coverme {

std::optional<std::vector<size_t>> orderedMatch(size_t count, size_t among,
                                                const Likeness &likeness) {
  // best[i][j]: of the first i members among the first j others; 0: none.
  std::vector<std::vector<unsigned>> best(count + 1,
                                          std::vector<unsigned>(among + 1, 0));
  std::fill(best[0].begin(), best[0].end(), 1);
  for (size_t i = 1; i <= count; ++i)
    for (size_t j = i; j <= among; ++j) {
      const unsigned before = best[i - 1][j - 1];
      const unsigned own = before != 0 ? likeness(i - 1, j - 1) : 0;
      best[i][j] = std::max(best[i][j - 1], own != 0 ? before + own : 0);
    }
  if (best[count][among] == 0)
    return std::nullopt;
  std::vector<size_t> found(count);
  size_t j = among;
  for (size_t i = count; i-- > 0;) {
    while (best[i + 1][j - 1] == best[i + 1][j])
      --j;
    found[i] = --j;
  }
  return found;
}

} // namespace coverme
