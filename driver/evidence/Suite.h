// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the search's witnesses to a small suite of confirmed tests.
#ifndef COVERME_DRIVER_EVIDENCE_SUITE_H
#define COVERME_DRIVER_EVIDENCE_SUITE_H

#include "core/BranchSet.h"
#include "core/InputSpace.h"
#include "engine/Archive.h"
#include "execute/Outcome.h"
#include "options/Options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

struct Test {
  Input inputs;
  uint64_t result = 0;           // bits; 0 for void
  std::vector<uint64_t> outputs; // after the call; as InputPlan::outputs
  BranchSet covers;              // the goal's targets that it reaches
  Ending ending = {};
  double seconds = 0; // the time that the call took
  // What it left in variables, in bits; as stateVariables() has the numbers.
  std::vector<uint64_t> state = {};
  // coverme_written() of what it wrote to standard output and error; 0:
  // nothing, or it did not return.
  uint64_t written = 0;
  // Did it go outside of a variable of the code's own?
  bool wentOutside = false;
};

// Runs each witness once more as its user will: in a process where nothing was
// called before. Witnesses whose calls do not count are dropped, and only what
// is hit here is covered.
std::vector<Test> confirmWitnesses(const std::filesystem::path &sharedObject,
                                   const Goal &goal,
                                   const SearchOptions &options,
                                   const std::vector<Input> &witnesses);

// The same for inputs that may be of use, all in one process: a call may see
// what those ahead of it have left behind, and those behind one that the
// process dies in are not called.
std::vector<Test> tryInputs(const std::filesystem::path &sharedObject,
                            const Goal &goal, const SearchOptions &options,
                            const std::vector<Input> &inputs);

// A subset that covers the same, by indices: greedily the test with the most
// new branches (the earlier one among equals), then without those that the
// later ones made redundant, from the first on. In the order of the candidates.
std::vector<size_t> minimalSubset(const std::vector<BranchSet> &candidates);

// The same for candidates that are tests with these endings. Tests that return
// come first; of others, only what none that returns covers is wanted.
std::vector<size_t> minimalSubset(std::vector<BranchSet> candidates,
                                  const std::vector<Test> &tests);

std::vector<Test> minimiseSuite(const std::vector<Test> &candidates);

} // namespace coverme

#endif
