// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of numbers that people compute with. A search covers much by NaNs,
// infinities and the ends of ranges, for which code does little.
#ifndef COVERME_DRIVER_EVIDENCE_PLAINTESTS_H
#define COVERME_DRIVER_EVIDENCE_PLAINTESTS_H

#include "evidence/Suite.h"

namespace coverme {

// What may take the place of the input: its odd numbers replaced, all of them
// first (in several ways), then each alone. Odd are floats that are not finite,
// or neither zero nor between 1e-6 and 1e6, and integers beyond 1e6.
std::vector<Input> plainerInputs(const Function &entry, const Input &input);

// Puts ahead of each test that the minimal suite takes from `tests` one with
// plainer inputs that takes the same and more and returns, too, if there is
// one; the other one goes behind all. Tries as tryInputs does, and has what it
// has found confirmed as confirmWitnesses does.
void preferPlainTests(const std::filesystem::path &sharedObject,
                      const Goal &goal, const SearchOptions &options,
                      std::vector<Test> &tests);

} // namespace coverme

#endif
