// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What confirms without us that a test gets to a place.
#ifndef COVERME_DRIVER_GOALS_REACH_REACHEVIDENCE_H
#define COVERME_DRIVER_GOALS_REACH_REACHEVIDENCE_H

#include "evidence/Replaying.h"
#include "goals/reach/ReachGoal.h"

#include <functional>

namespace coverme {

// Why a test does not reach the mark on a line that it runs; empty if it does.
using WhyNotReached =
    std::function<std::string(const Site &mark, const TestTrace &trace)>;

// Runs a minimal suite of the tests, which cover marks, in the coverage build
// of the source. A mark is confirmed for a test that ran its line there, if
// `whyNot` has no objection.
// Throws Error as CoverageBuild::notes does.
// require: the task's goal is a ReachGoal
ReplayResult confirmMarks(const ReplayTask &task, std::vector<Test> tests,
                          const WhyNotReached &whyNot);

// The same: a failed assertion is confirmed if the test was ended by SIGABRT,
// and nothing is where the build took another way on the line.
ReplayResult confirmReached(const ReplayTask &task, std::vector<Test> tests);

} // namespace coverme

#endif
