// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searches for what is left over with set-up calls, which make the entry's
// objects or set a state.
#ifndef COVERME_DRIVER_RUN_SEARCHWITHSETUPS_H
#define COVERME_DRIVER_RUN_SEARCHWITHSETUPS_H

#include "run/SearchGrowing.h"

#include <string>
#include <vector>

namespace coverme {

// The calls that may be tried ahead of the entry's when branches are left over.
std::vector<std::string> setupsToTry(const Prepared &prepared,
                                     const RunOptions &options);

// Does one of these calls make an object?
bool makesObjects(const std::vector<std::string> &setups);

// Searches for what is left over with set-up calls, and with objects as large
// as these want. If that reaches more, `prepared` and `searched` become those
// of the plan with these calls.
void searchSettingUp(Prepared &prepared, const SearchOptions &search,
                     const ProgressHook &progress, Searched &searched);

} // namespace coverme

#endif
