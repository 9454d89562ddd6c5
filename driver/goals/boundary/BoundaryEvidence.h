// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What confirms without us that the sides of a comparison are equal in a test.
#ifndef COVERME_DRIVER_GOALS_BOUNDARY_BOUNDARYEVIDENCE_H
#define COVERME_DRIVER_GOALS_BOUNDARY_BOUNDARYEVIDENCE_H

#include "evidence/Replaying.h"

namespace coverme {

// gcc's own probes of comparisons (-fsanitize-coverage=trace-cmp). Other
// compilers have none for floating-point numbers.
Recording recordComparisons(const std::string &compiler);

// As confirmReached(). A boundary is confirmed for a test in which gcc's probes
// saw equal sides on its line; of what they do not see (a long double, what the
// compiler has computed itself), one that ran the line.
// require: the task's goal is a BoundaryGoal
ReplayResult confirmBoundaries(const ReplayTask &task, std::vector<Test> tests);

} // namespace coverme

#endif
