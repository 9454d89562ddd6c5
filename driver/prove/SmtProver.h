// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs by a solver that finds the conditions on the way to a branch
// unsatisfiable. What satisfies them is tried as a witness.
#ifndef COVERME_DRIVER_PROVE_SMTPROVER_H
#define COVERME_DRIVER_PROVE_SMTPROVER_H

#include "prove/EntryCode.h"
#include "prove/Prover.h"
#include "prove/SmtLib.h"
#include "search/InputSpace.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace coverme {

class SmtProver final : public Prover {
public:
  explicit SmtProver(std::shared_ptr<EntryCode> code) : code(std::move(code)) {}

  // Does nothing for little effort, in which the solver would hardly start.
  void prove(Objective &objective, std::span<const BranchId> branches,
             uint64_t effort) override;

private:
  void decide(Objective &objective, BranchId branch, uint64_t effort);

  const std::shared_ptr<EntryCode> code;
  std::optional<InputSpace> space;
  uint64_t unknowns = 0;
  std::set<BranchId> hopeless; // more effort gives no other answer
};

} // namespace coverme

#endif
