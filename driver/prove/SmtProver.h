// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs by a solver that finds the conditions on the way to a branch
// unsatisfiable. What satisfies them is tried as a witness.
#ifndef COVERME_DRIVER_PROVE_SMTPROVER_H
#define COVERME_DRIVER_PROVE_SMTPROVER_H

#include "prove/Lower.h"
#include "prove/Prover.h"
#include "prove/SmtLib.h"
#include "search/InputSpace.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace coverme {

class SmtProver final : public Prover {
public:
  // `object` is an instrumented object that holds its code.
  SmtProver(std::filesystem::path object, const Program &program,
            uint32_t entry)
      : object(std::move(object)), program(program), entry(entry) {}

  // Does nothing for little effort, in which the solver would hardly start.
  void prove(Objective &objective, std::span<const BranchId> branches,
             uint64_t effort) override;

private:
  const LoweredEntry *load();
  void decide(Objective &objective, const code::Code &code, BranchId branch,
              uint64_t effort);

  const std::filesystem::path object;
  const Program &program;
  const uint32_t entry;
  uint64_t unknowns = 0;
  bool wasLoaded = false;
  std::optional<LoweredEntry> lowered; // none if it cannot be reasoned about
  std::set<BranchId> hopeless;         // more effort gives no other answer
};

} // namespace coverme

#endif
