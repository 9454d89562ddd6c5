// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of business: what is tried when, and for how long.
#ifndef COVERME_DRIVER_ENGINE_SCHEDULER_H
#define COVERME_DRIVER_ENGINE_SCHEDULER_H

#include "engine/Objective.h"
#include "prove/Prover.h"

namespace coverme {

// Runs the search that `options` asks for until the objective is done. Results
// are in the objective's Archive. The random stream depends on the seed
// and on how many workers have died before (`restart`), so that a crash does
// not repeat itself. The staged search asks `provers` about what it has not
// covered, after its first round and in the end.
void runSearch(Objective &objective, const SearchOptions &options,
               uint32_t restart, const Provers &provers = {});

} // namespace coverme

#endif
