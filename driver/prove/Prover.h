// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the search asks about the branches that it has not covered.
#ifndef COVERME_DRIVER_PROVE_PROVER_H
#define COVERME_DRIVER_PROVE_PROVER_H

#include "target/Program.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace coverme {

class Objective;

class Prover {
public:
  virtual ~Prover() = default;

  // Tries each of the branches, which are ascending: closes those proved
  // through objective.closeProved, and runs what may be a witness through
  // objective.evaluate. Branches are open; to check the prover, they may be
  // covered ones, of which a proof is an internal error. `effort` bounds the
  // engine's own steps per branch; a clock bounds nothing, so that runs can be
  // repeated, but an engine returns soon once objective.isStopped().
  //
  // A proof holds whatever earlier calls have left behind: the search goes on
  // in this process, and a later call that took a branch proved infeasible
  // would be an internal error.
  virtual void prove(Objective &objective, std::span<const BranchId> branches,
                     uint64_t effort) = 0;
};

// In the order in which they are asked.
using Provers = std::vector<std::unique_ptr<Prover>>;

} // namespace coverme

#endif
