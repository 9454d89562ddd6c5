// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search over calls ahead of the entry's: which are made, and how often.
#ifndef COVERME_DRIVER_ENGINE_SETUPSEARCH_H
#define COVERME_DRIVER_ENGINE_SETUPSEARCH_H

#include "engine/Objective.h"
#include "options/Options.h"

namespace coverme {

// Gives each choice of set-up calls its turns, with growing effort, until a
// round of turns brings no target nearer.
// require: the entry's plan has optional set-up calls
void searchSetups(Objective &objective, const SearchOptions &options,
                  uint64_t seed);

} // namespace coverme

#endif
