// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/LocalSearch.h"

#include "search/Avm.h"
#include "search/EvolutionStrategy.h"
#include "search/HillClimbing.h"
#include "search/NloptSearch.h"
#include "search/RandomSearch.h"

namespace coverme {

std::unique_ptr<LocalSearch> makeLocalSearch(LocalMethod method,
                                             const EsSettings &es,
                                             const StartPoints &starts,
                                             uint64_t seed) {
  switch (method) {
  case LocalMethod::Avm:
    return std::make_unique<Avm>();
  case LocalMethod::JointAvm:
    return std::make_unique<JointAvm>(seed);
  case LocalMethod::Climb:
    return std::make_unique<HillClimbing>(starts, seed);
  case LocalMethod::Es:
    return std::make_unique<EvolutionStrategy>(es, seed);
  case LocalMethod::Random:
    return std::make_unique<RandomSearch>(seed);
  default:
    return std::make_unique<NloptSearch>(method, seed);
  }
}

} // namespace coverme
