// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the members of one sequence again, in their order, in a longer one.
#ifndef COVERME_DRIVER_EVIDENCE_ORDEREDMATCH_H
#define COVERME_DRIVER_EVIDENCE_ORDEREDMATCH_H

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace coverme {

// How well member `i` of the sequence goes with member `j` of the longer one,
// above 0; 0: not at all.
using Likeness = std::function<unsigned(size_t i, size_t j)>;

// For each of `count` members, the one of the `among` others that it goes with:
// all of them, in the same order, as well as can be in all, and as early as can
// be among equals. Nullopt where not all have one.
std::optional<std::vector<size_t>> orderedMatch(size_t count, size_t among,
                                                const Likeness &likeness);

} // namespace coverme

#endif
