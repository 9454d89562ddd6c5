// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs by a solver that finds the conditions on the way to a branch
// unsatisfiable. What satisfies them is tried as a witness.
#ifndef COVERME_DRIVER_PROVE_SMT_SMTPROVER_H
#define COVERME_DRIVER_PROVE_SMT_SMTPROVER_H

#include "core/InputSpace.h"
#include "prove/EntryCode.h"
#include "prove/Prover.h"
#include "prove/smt/SmtLib.h"

#include <memory>
#include <set>
#include <string>

namespace coverme {

class SmtProver final : public Prover {
public:
  explicit SmtProver(std::shared_ptr<EntryCode> code) : code(std::move(code)) {}

  // Does nothing for little effort, in which the solver would hardly start.
  void prove(Asker &asker, std::span<const Query> queries,
             uint64_t effort) override;

private:
  void decide(Asker &asker, const Query &query, uint64_t effort);

  const std::shared_ptr<EntryCode> code;
  uint64_t unknowns = 0;
  std::set<Query> hopeless; // more effort gives no other answer
};

} // namespace coverme

#endif
