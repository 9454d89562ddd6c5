// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search over calls ahead of the entry's: which are made, and how often.
#ifndef COVERME_DRIVER_ENGINE_SETUPSEARCH_H
#define COVERME_DRIVER_ENGINE_SETUPSEARCH_H

#include "engine/Objective.h"
#include "options/Options.h"

namespace coverme {

// Gives each way to make set-up calls its turns, with more and more effort,
// until a round of them brings nothing nearer.
// require: the entry's plan has set-up calls that are choices.
void searchSetups(Objective &objective, const SearchOptions &options,
                  uint64_t seed);

} // namespace coverme

#endif
