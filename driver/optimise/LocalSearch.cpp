// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/LocalSearch.h"

#include "optimise/Avm.h"
#include "optimise/EvolutionStrategy.h"
#include "optimise/HillClimbing.h"
#include "optimise/NloptSearch.h"
#include "optimise/RandomSearch.h"

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
