// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search for what is left over, with calls ahead of the entry's that make
// its objects or set a state.
#ifndef COVERME_DRIVER_RUN_SEARCHWITHSETUPS_H
#define COVERME_DRIVER_RUN_SEARCHWITHSETUPS_H

#include "run/SearchGrowing.h"

#include <string>
#include <vector>

namespace coverme {

// The calls that may be tried ahead of the entry's when branches are left over.
std::vector<std::string> setupsToTry(const Prepared &prepared,
                                     const RunOptions &options);

// Is one of them there to make an object?
bool makesObjects(const std::vector<std::string> &setups);

// Searches what is left over with calls ahead of the entry's, and as large
// objects as these want. If that brings something, `prepared` and `searched`
// are of the plan with these calls.
void searchSettingUp(Prepared &prepared, const SearchOptions &search,
                     const ProgressHook &progress, Searched &searched);

} // namespace coverme

#endif
