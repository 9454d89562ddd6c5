// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/Engines.h"

#include "prove/exhaust/Exhaustion.h"
#include "prove/interval/IntervalProver.h"
#include "prove/smt/SmtProver.h"
#include "prove/smt/SmtSolver.h"

#include <limits>

namespace coverme {

Provers makeProvers(const std::filesystem::path &sharedObject,
                    const Program &program, const Scope &scope,
                    const SearchOptions &options) {
  const auto wants = [&](ProveMode engine) {
    return options.prove == ProveMode::Auto ||
           options.prove == ProveMode::All || options.prove == engine;
  };
  Provers provers;
  const auto code =
      std::make_shared<EntryCode>(sharedObject, program, scope.entry);
  if (wants(ProveMode::Exhaust))
    provers.push_back(std::make_unique<Exhaustion>(
        program.functions[scope.entry], options.maxEvaluations,
        options.prove == ProveMode::Auto ? options.maxEvaluations
                                         : std::numeric_limits<uint64_t>::max(),
        [code] { return code->isToldByRuns(); }));
  if (wants(ProveMode::Interval))
    provers.push_back(
        std::make_unique<IntervalProver>(code, options.components.maxUlp));
  // After the others, since it takes longest.
  if (wants(ProveMode::Smt) && hasSmtSolver())
    provers.push_back(std::make_unique<SmtProver>(code));
  return provers;
}

} // namespace coverme
