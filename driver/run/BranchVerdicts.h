// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run says of each target, from its search, its suite, and the builds
// that have confirmed it.
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

// Of a proof and a call that took the branch, one is wrong: what is proved, and
// the search or a test took. Adds to `refuted`, which builds that are not ours
// took.
void addRefuted(const Goal &goal, const Archive &archive,
                const std::vector<Test> &suite,
                std::map<BranchId, std::string> &refuted);

// Calls ahead of the entry's that nobody has asked for may be such as C does
// not allow. What they lead to then says nothing against a proof.
void dropRefuting(const InputPlan &plan, const BranchSet &proved,
                  std::vector<Test> &tests);

// Verdicts from the confirmed suite and, for what it leaves, from the search.
// Nothing is deemed infeasible by a search that was cut, or that some calls did
// not count in; `mayDeem`: of the rest, is anything? The verdicts of targets
// that need none of their own are left out.
std::vector<BranchVerdict> judge(const Goal &goal, const Archive &archive,
                                 const std::vector<Test> &suite,
                                 const std::map<BranchId, std::string> &refuted,
                                 bool sawAll, bool mayDeem);

// Says of each open branch that our own program took why it is not covered.
// `lacksTime`: was there no time to see all of these calls again?
void addDoubts(const Archive &archive, const ReplayResult &replayed,
               const std::map<BranchId, std::string> &refuted, bool lacksTime,
               std::vector<BranchVerdict> &verdicts);

} // namespace coverme

#endif
