// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_EVIDENCE_FINDINGGROUP_H
#define COVERME_DRIVER_EVIDENCE_FINDINGGROUP_H

#include <string>

namespace coverme {

// What a finding hangs on, in the order in which they are worth reading.
enum class FindingGroup {
  Values,  // numbers alone
  Guesses, // of ours: hangsOnGuess()
  Endless, // loops, and what uses up memory: as a rule of absurd numbers
};

// Does a finding of this kind hang on what coverme has chosen: on a guess, or
// on its limits of time, loops and memory? Counts keep these apart.
bool isSuspicion(const std::string &kind, FindingGroup group);

// As JSON has it.
const char *nameOf(FindingGroup group);
// Values of a name that is none.
FindingGroup findingGroupNamed(const std::string &name);

} // namespace coverme

#endif
