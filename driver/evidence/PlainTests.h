// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefers tests of numbers that people compute with. A search covers much by
// NaNs, infinities and the ends of ranges, for which code does little.
#ifndef COVERME_DRIVER_EVIDENCE_PLAINTESTS_H
#define COVERME_DRIVER_EVIDENCE_PLAINTESTS_H

#include "evidence/Suite.h"

namespace coverme {

// Inputs that may replace this one. Its odd numbers are replaced by plain ones,
// all of them at once (in several ways) and then each alone. Odd are floats
// that are not finite, or neither zero nor between 1e-6 and 1e6 in magnitude,
// and integers beyond 1e6.
std::vector<Input> plainerInputs(const Function &entry, const Input &input);

// For each test that the minimal suite takes from `tests`, looks for one with
// plainer inputs that covers at least the same and returns as well. If there is
// one, it goes ahead of the other, which goes to the end. Tries inputs as
// tryInputs does, and has what it has found confirmed as confirmWitnesses does.
void preferPlainTests(const std::filesystem::path &sharedObject,
                      const Goal &goal, const SearchOptions &options,
                      std::vector<Test> &tests);

} // namespace coverme

#endif
