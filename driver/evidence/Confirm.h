// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the outcomes that a suite is said to take are taken by builds that
// are not ours.
#ifndef COVERME_DRIVER_EVIDENCE_CONFIRM_H
#define COVERME_DRIVER_EVIDENCE_CONFIRM_H

#include "core/OutcomeLines.h"
#include "core/Scope.h"
#include "evidence/CoverageBuild.h"
#include "evidence/Suite.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct ReplayedTest {
  BranchSet claims; // what our own program took
  TestTrace replay; // by the compiler of the replay
  TestTrace clang;  // by a clang build, where there is one
  // How the replay's end or result differs from ours; empty if it does not.
  std::string difference;
  // Does it leave the same behind its pointers and in variables as with us?
  bool leavesAlike = true;
  // Would another result, or something else behind a pointer, show that the
  // call went another way? An integer that is 0 may be a status.
  bool isTelling = false;
  // If the call did not return with us, did it end in the same way in the
  // replay?
  bool endsAlike = true;
};

// What confirm() has found.
struct Confirmation {
  std::vector<BranchSet> confirmed; // by test
  std::map<BranchId, std::string>
      doubts; // why no test is left for a branch that was claimed
  // Branches that are proved infeasible although counters say that a test took
  // them, with what they say.
  std::map<BranchId, std::string> refuted;
  // The same, where the counters may be those of another decision.
  std::map<BranchId, std::string> questioned;
  BranchSet wantsClang; // the branches that a clang build might confirm
};

// One compiler's coverage build of the program's functions.
struct BuildView {
  const FlowNotes *notes = nullptr; // none: no such build
  std::string compiler;
};

// An outcome is confirmed for a test where the replay's compiler has the
// decisions that we have in the statement or on the line, by its counters for
// that test. Where it has others, or they do not tell one outcome from the
// other, by those of the clang build, as long as the other compiler's build ran
// the line in that test. What neither has as a decision is confirmed by a
// result like ours. Where a test has another result, only lines tell, or the
// one decision that there is.
// require: `outcomeLines` are those of the program's object
Confirmation
confirm(const Program &program, const std::vector<OutcomeLines> &outcomeLines,
        const Scope &scope, const BuildView &replay, const BuildView &clang,
        const std::vector<ReplayedTest> &tests, const BranchSet &proved);

// Did the test run the line of the function, which is named as in the object?
bool ranLine(const BuildView &build, const Function &function,
             const TestTrace &trace, unsigned line);

} // namespace coverme

#endif
