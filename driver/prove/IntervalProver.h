// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs by branch and prune: boxes of inputs that the abstract execution
// cannot rule out are narrowed and split, until none is left (the branch is
// infeasible), one holds a witness, or the effort is spent.
#ifndef COVERME_DRIVER_PROVE_INTERVALPROVER_H
#define COVERME_DRIVER_PROVE_INTERVALPROVER_H

#include "prove/Box.h"
#include "prove/EntryCode.h"
#include "prove/Execution.h"
#include "prove/Prover.h"
#include "search/InputSpace.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace coverme {

class IntervalProver final : public Prover {
public:
  IntervalProver(std::shared_ptr<EntryCode> code, bool maxUlp);

  void prove(Objective &objective, std::span<const BranchId> branches,
             uint64_t effort) override;

private:
  bool load();
  std::vector<Box> naturalParts(std::span<const uint32_t> sides,
                                uint64_t most) const;
  void proveTogether(Objective &objective, std::span<const BranchId> branches,
                     uint64_t maxSteps);
  bool runTogether(Objective &objective, std::span<const BranchId> branches,
                   std::span<const Box> parts, uint64_t maxSteps);
  void narrowVisit(BranchId branch, std::optional<Execution::Visit> &visit,
                   uint64_t limit);
  // Branch and prune of one branch, and how far it has come.
  struct Attempt {
    std::vector<Box> work; // no input outside of these takes the branch
    uint64_t boxes = 0;    // visited
    double seconds = 0;
    std::optional<Execution::Visit> visits;
  };
  void decide(Objective &objective, BranchId branch, uint64_t maxSteps);
  bool treatLast(Objective &objective, BranchId branch, Attempt &attempt,
                 uint64_t limit);
  bool narrowLast(Objective &objective, BranchId branch, Attempt &attempt,
                  uint64_t limit);
  bool hasWitness(Objective &objective, BranchId branch, const Box &box);
  bool runConcretely(Objective &objective,
                     const std::vector<int64_t> &positions);
  bool isRefuted(Objective &objective, BranchId branch, const Box &box);

  const Function &entry() const { return code->program.functions[code->entry]; }

  const std::shared_ptr<EntryCode> code;
  const bool maxUlp;
  std::vector<BranchId> ranTogether;
  std::map<BranchId, Attempt> attempts;
  const LoweredEntry *lowered = nullptr; // the code's, once it is loaded
  std::optional<InputSpace> inputs;
  std::unique_ptr<Execution> execution;
};

} // namespace coverme

#endif
