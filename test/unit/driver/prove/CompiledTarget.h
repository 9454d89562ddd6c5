// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C function, compiled and loaded as coverme does, for provers that look at
// its code and run it.
#ifndef COVERME_TEST_UNIT_DRIVER_PROVE_COMPILEDTARGET_H
#define COVERME_TEST_UNIT_DRIVER_PROVE_COMPILEDTARGET_H

#include "driver/frontend/c/Compiled.h"
#include "engine/Objective.h"
#include "execute/LoadedObject.h"
#include "execute/NativeEvaluator.h"
#include "frontend/c/Compiler.h"
#include "goals/coverage/CoverageGoal.h"
#include "prove/interval/IntervalProver.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace coverme::test {

// The function f of the text, with nothing searched for yet.
class CompiledTarget {
public:
  explicit CompiledTarget(const std::string &text,
                          const std::vector<std::string> &marks = {})
      : compiled(text, DebugInfo::Dropped, "f", marks),
        program(compiled.prepared.program), entry(compiled.entry) {
    loaded = loadObject(compiled.sharedObject(), program);
    options.fuel = 100'000;
    start(false);
    prover.emplace(
        std::make_shared<EntryCode>(compiled.sharedObject(), program, entry),
        true);
  }

  void start(bool withCallees) {
    goal.emplace(program, makeScope(program, entry, withCallees));
    archive.emplace(*goal);
    evaluator.emplace(loaded, program, goal->scope, options, archive->calls);
    objective.emplace(*goal, *evaluator, options, *archive);
  }

  // Lets the interval prover try all that is open; again, it goes on.
  void prove(uint64_t effort = 1'000'000) {
    objective->ask(*prover, objective->openTargets(), effort);
  }
  // The same for the marks, which are no branches to be covered.
  void proveMarks(uint64_t effort = 1'000'000) {
    std::vector<TargetId> targets;
    for (const uint32_t mark : goal->scope.marks)
      for (const bool outcome : {false, true})
        targets.push_back(branchOf(mark, outcome));
    objective->ask(*prover, targets, effort);
  }
  // The branch of the entry's site of this number.
  BranchId branch(uint32_t site, bool outcome) const {
    return branchOf(program.functions[entry].firstSite + site, outcome);
  }
  // The number of the mark at the line among the entry's sites.
  uint32_t markAt(unsigned line) const {
    for (const uint32_t mark : goal->scope.marks)
      if (program.sites[mark].line == line)
        return mark - program.functions[entry].firstSite;
    ADD_FAILURE() << "no mark at line " << line;
    return 0;
  }
  bool isProved(uint32_t site, bool outcome) const {
    return archive->targets[branch(site, outcome)].proved != 0;
  }
  bool isCovered(uint32_t site, bool outcome) const {
    return objective->isReached(branch(site, outcome));
  }
  Proof proof(uint32_t site, bool outcome) const {
    return archive->proofs[branch(site, outcome)].proof();
  }

  PreparedText compiled;
  const Program &program;
  const uint32_t entry;
  LoadedObject loaded{};
  SearchOptions options;
  std::optional<Archive> archive;
  std::optional<CoverageGoal> goal;
  std::optional<NativeEvaluator> evaluator;
  std::optional<Objective> objective;
  std::optional<IntervalProver> prover;
};

} // namespace coverme::test

#endif
