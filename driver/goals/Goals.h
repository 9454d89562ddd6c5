// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The goals that can be asked for, by the names of GoalKind.h.
#ifndef COVERME_DRIVER_GOALS_GOALS_H
#define COVERME_DRIVER_GOALS_GOALS_H

#include "evidence/Replaying.h"
#include "goals/GoalKind.h"

#include <memory>
#include <string>
#include <vector>

namespace coverme {

// Do targets in functions that the entry calls count? With one entry, a place
// may be in whatever it calls.
bool coversCallees(const RunOptions &options);

// Makes the goal of this name. Keeps `program` by reference.
std::unique_ptr<Goal> makeGoal(const std::string &name, const Program &program,
                               Scope scope);

// Confirms tests, which our own program has seen to reach targets of this goal,
// by a build that is not ours. Throws Error as CoverageBuild::notes does.
ReplayResult confirmTests(const std::string &name, const ReplayTask &task,
                          std::vector<Test> tests);

// What the coverage build of this compiler has to record for that.
Recording recordingFor(const std::string &name, const std::string &compiler);

} // namespace coverme

#endif
