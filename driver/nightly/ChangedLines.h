// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches decisions whose lines somebody has changed: the names of their
// branches differ, and their verdicts are compared all the same.
#ifndef COVERME_DRIVER_NIGHTLY_CHANGEDLINES_H
#define COVERME_DRIVER_NIGHTLY_CHANGEDLINES_H

#include "nightly/Results.h"

#include <map>
#include <string>
#include <vector>

namespace coverme {

// The former names, in `before`, of decisions of `now` that are not there.
// Between decisions that are in both, as many old ones as new ones are the same
// in their order; where their numbers differ, it is unknown which is which.
std::map<std::string, std::string>
formerNames(const std::vector<NightlyBranch> &before,
            const std::vector<NightlyBranch> &now);

} // namespace coverme

#endif
