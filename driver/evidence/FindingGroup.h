// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts findings by what they depend on, for the order of reports and for
// counts.
#ifndef COVERME_DRIVER_EVIDENCE_FINDINGGROUP_H
#define COVERME_DRIVER_EVIDENCE_FINDINGGROUP_H

#include <string>

namespace coverme {

// What a finding depends on, in the order in which findings are worth reading.
enum class FindingGroup {
  Values,  // numbers alone
  Guesses, // on guesses of ours: hangsOnGuess()
  // Loops, and what uses up memory: as a rule, absurd numbers cause it.
  Endless,
};

// Does a finding of this kind depend on what coverme has chosen: on a guess, or
// on its limits of time, loops and memory? Counts keep these apart.
bool isSuspicion(const std::string &kind, FindingGroup group);

// The group's name in JSON.
const char *nameOf(FindingGroup group);
// The group of that name; Values for an unknown one.
FindingGroup findingGroupNamed(const std::string &name);

} // namespace coverme

#endif
