// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verdict on each target, by the search, the suite, and the builds that
// have confirmed it.
#ifndef COVERME_DRIVER_RUN_BRANCHVERDICTS_H
#define COVERME_DRIVER_RUN_BRANCHVERDICTS_H

#include "engine/Archive.h"
#include "engine/Goal.h"
#include "evidence/Replaying.h"
#include "run/Run.h"

#include <map>
#include <string>
#include <vector>

namespace coverme {

// The targets that are proved infeasible, and that no call of the search took.
BranchSet provedOf(const Goal &goal, const Archive &archive);

// If a branch is proved infeasible and a call took it, one of the two is wrong.
// Adds the branches that are proved and that the search or a test took to
// `refuted`, which already has those that other builds took.
void addRefuted(const Goal &goal, const Archive &archive,
                const std::vector<Test> &suite,
                std::map<BranchId, std::string> &refuted);

// Drops tests that take a proved branch after set-up calls that the user has
// not asked for: such calls may be ones that C does not allow, so they refute
// no proof.
void dropRefuting(const InputPlan &plan, const BranchSet &proved,
                  std::vector<Test> &tests);

// The verdicts, from the confirmed suite and, for what it leaves, from the
// search. `mayDeem`: targets may be deemed infeasible at all, because the
// search gave them up, or because pursuits ended in non-zero minima while it
// saw everything (`sawAll`: it was not cut, and no call went beyond an object
// of guessed size). Targets that need no verdict of their own (Goal::spared)
// are left out.
std::vector<BranchVerdict> verdictsOf(
    const Goal &goal, const Archive &archive, const std::vector<Test> &suite,
    const std::map<BranchId, std::string> &refuted, bool sawAll, bool mayDeem);

// Notes at each open branch that our own program took why it is not covered.
// `lacksTime`: there was no time to see all of these calls again.
void addDoubts(const Archive &archive, const ReplayResult &replayed,
               const std::map<BranchId, std::string> &refuted, bool lacksTime,
               std::vector<BranchVerdict> &verdicts);

// Notes at each branch that may be taken, and whose decision no call comes to,
// which branch is in the way.
void addWhatIsInTheWay(const Goal &goal, const Archive &archive,
                       std::vector<BranchVerdict> &verdicts);

} // namespace coverme

#endif
