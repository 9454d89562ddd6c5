// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/Proof.h"

#include "support/Error.h"

namespace coverme {

const char *text(ProofEngine engine) {
  switch (engine) {
  case ProofEngine::Exhaustion:
    return "exhaustion";
  case ProofEngine::Interval:
    return "interval";
  case ProofEngine::Smt:
    return "smt";
  case ProofEngine::None:
    break;
  }
  return "none";
}

void failRefuted(const Program &program, BranchId branch, ProofEngine engine) {
  const Site &site = program.sites[siteOf(branch)];
  fail(ExitCode::Internal,
       "the {} branch at {}:{}:{} is proved infeasible ({}), yet a call took "
       "it",
       outcomeOf(branch) ? "true" : "false", site.file.filename().string(),
       site.line, site.column, text(engine));
}

} // namespace coverme
