// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A C function, compiled and loaded as coverme does, for provers that look at
// its code and run it.
#ifndef COVERME_TEST_DRIVER_PROVE_COMPILEDTARGET_H
#define COVERME_TEST_DRIVER_PROVE_COMPILEDTARGET_H

#include "driver/target/Compiled.h"
#include "prove/IntervalProver.h"
#include "search/Objective.h"
#include "target/LoadedObject.h"

#include <optional>
#include <string>

namespace coverme::test {

// The function f of the text, with nothing searched for yet.
class CompiledTarget {
public:
  explicit CompiledTarget(const std::string &text)
      : compiled(text), program(compiled.prepared.program),
        entry(compiled.entry) {
    loaded = loadObject(compiled.sharedObject(), program);
    scope = makeScope(program, entry, false);
    state.emplace(program.functions[entry].inputs().size(),
                  program.sites.size());
    options.fuel = 100'000;
    objective.emplace(loaded, program, scope, options, *state);
    prover.emplace(
        std::make_shared<EntryCode>(compiled.sharedObject(), program, entry),
        true);
  }

  // Lets the interval prover try all that is open; again, it goes on.
  void prove(uint64_t effort = 1'000'000) {
    prover->prove(*objective, objective->openBranches(), effort);
  }
  // The branch of the entry's site of this number.
  BranchId branch(uint32_t site, bool outcome) const {
    return branchOf(program.functions[entry].firstSite + site, outcome);
  }
  bool isProved(uint32_t site, bool outcome) const {
    return state->branches[branch(site, outcome)].proved != 0;
  }
  bool isCovered(uint32_t site, bool outcome) const {
    return objective->isCovered(branch(site, outcome));
  }
  Proof proof(uint32_t site, bool outcome) const {
    return state->proofs[branch(site, outcome)].proof();
  }

  PreparedText compiled;
  const Program &program;
  const uint32_t entry;
  LoadedObject loaded{};
  Scope scope;
  SearchOptions options;
  std::optional<SearchState> state;
  std::optional<Objective> objective;
  std::optional<IntervalProver> prover;
};

} // namespace coverme::test

#endif
