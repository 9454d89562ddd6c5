// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What confirms without us that a test gets to a place.
#ifndef COVERME_DRIVER_GOALS_REACH_REACHEVIDENCE_H
#define COVERME_DRIVER_GOALS_REACH_REACHEVIDENCE_H

#include "evidence/Replaying.h"
#include "goals/reach/ReachGoal.h"

#include <functional>

namespace coverme {

// Says why a test does not reach a mark although it runs the mark's line; empty
// if it does reach it.
using WhyNotReached =
    std::function<std::string(const Site &mark, const TestTrace &trace)>;

// Runs a minimal suite of the tests, which cover marks, in the coverage build
// of the source. A mark is confirmed for a test that ran its line there, if
// `whyNot` has no objection.
// Throws Error as CoverageBuild::notes does.
// require: the task's goal is a ReachGoal
ReplayResult confirmMarks(const ReplayTask &task, std::vector<Test> tests,
                          const WhyNotReached &whyNot);

// Calls confirmMarks. A failed assertion is confirmed if the test was ended by
// SIGABRT; no mark is where the build took another way on the line.
ReplayResult confirmReached(const ReplayTask &task, std::vector<Test> tests);

} // namespace coverme

#endif
