// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proofs by branch and prune: boxes of inputs that the abstract interpreter
// cannot rule out are narrowed and split, until none is left (the branch is
// infeasible), one holds a witness, or the effort is spent.
#ifndef COVERME_DRIVER_PROVE_INTERVAL_INTERVALPROVER_H
#define COVERME_DRIVER_PROVE_INTERVAL_INTERVALPROVER_H

#include "core/InputSpace.h"
#include "prove/EntryCode.h"
#include "prove/Prover.h"
#include "prove/interval/AbstractInterpreter.h"
#include "prove/interval/Box.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace coverme {

class IntervalProver final : public Prover {
public:
  IntervalProver(std::shared_ptr<EntryCode> code, bool maxUlp);

  void prove(Asker &asker, std::span<const Query> queries,
             uint64_t effort) override;

private:
  bool load();
  std::vector<Box> naturalParts(std::span<const uint32_t> sides,
                                uint64_t most) const;
  void proveTogether(Asker &asker, std::span<const Query> queries,
                     uint64_t maxSteps);
  bool runTogether(Asker &asker, std::span<const Query> queries,
                   std::span<const Box> parts, uint64_t maxSteps);
  void narrowVisit(const Query &query,
                   std::optional<AbstractInterpreter::Visit> &visit,
                   uint64_t limit);
  // Branch and prune of one branch, and how far it has come.
  struct Attempt {
    std::vector<Box> work; // no input outside of these takes the branch
    uint64_t boxes = 0;    // visited
    double seconds = 0;
    std::optional<AbstractInterpreter::Visit> visits;
  };
  void decide(Asker &asker, const Query &query, uint64_t maxSteps);
  bool treatLast(Asker &asker, const Query &query, Attempt &attempt,
                 uint64_t limit);
  bool narrowLast(Asker &asker, const Query &query, Attempt &attempt,
                  uint64_t limit);
  bool hasWitness(Asker &asker, const Query &query, const Box &box);
  bool runConcretely(Asker &asker, const std::vector<int64_t> &ordinals);
  bool isRefuted(Asker &asker, const Query &query, const Box &box);

  const Function &entry() const { return code->program.functions[code->entry]; }

  const std::shared_ptr<EntryCode> code;
  const bool maxUlp;
  std::vector<Query> ranTogether;
  std::map<Query, Attempt> attempts;
  const LoweredEntry *lowered = nullptr; // the code's, once it is loaded
  const InputSpace *inputs = nullptr;
  std::unique_ptr<AbstractInterpreter> interpreter;
};

} // namespace coverme

#endif
