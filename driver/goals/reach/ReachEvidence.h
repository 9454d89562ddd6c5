// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What confirms without us that a test gets to a place.
#ifndef COVERME_DRIVER_GOALS_REACH_REACHEVIDENCE_H
#define COVERME_DRIVER_GOALS_REACH_REACHEVIDENCE_H

#include "evidence/Replaying.h"
#include "goals/reach/ReachGoal.h"

namespace coverme {

// Runs a minimal suite of the tests, which cover marks, in the coverage build
// of the source. A place is confirmed for a test that ran its line there, and a
// failed assertion if the test was also ended by SIGABRT.
// Throws Error as CoverageBuild::notes does.
// require: the task's goal is a ReachGoal
ReplayResult confirmReached(const ReplayTask &task, std::vector<Test> tests);

} // namespace coverme

#endif
