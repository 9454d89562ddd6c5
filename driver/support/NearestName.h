// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Suggests a name in place of a mistyped one.
#ifndef COVERME_DRIVER_SUPPORT_NEARESTNAME_H
#define COVERME_DRIVER_SUPPORT_NEARESTNAME_H

#include <string>
#include <vector>

namespace coverme {

// The name that a mistyped one most likely stands for: the least edit distance
// (Levenshtein with swaps), which is at most a third of its length, or one; the
// first among equals. Empty when none is near.
std::string nearestName(const std::string &mistyped,
                        const std::vector<std::string> &names);

// For the end of a message about a mistyped name: "; did you mean 'x'?", or
// `otherwise` when no name is near.
std::string suggestion(const std::string &mistyped,
                       const std::vector<std::string> &names,
                       const std::string &otherwise);

// When no name is near, some of them: " (x, y)".
std::string suggestion(const std::string &mistyped,
                       const std::vector<std::string> &names);

} // namespace coverme

#endif
