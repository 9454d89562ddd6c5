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

std::vector<std::string> assumptionsOf(const Function &entry) {
  const InputPlan &plan = entry.plan;
  std::vector<std::string> all;
  if (!plan.roundingSlot)
    all.emplace_back("round to nearest");
  if (plan.isDistinct && !plan.buffers.empty())
    all.emplace_back("pointers lead to different objects, and to no variable "
                     "of the file (--distinct)");
  if (std::any_of(plan.buffers.begin(), plan.buffers.end(),
                  [](const Buffer &buffer) { return !buffer.isOpen; }))
    all.emplace_back("objects are as large as --array says");
  if (std::any_of(plan.inputs.begin(), plan.inputs.end(),
                  [](const InputVariable &input) {
                    return input.least || (input.greatest && !input.isCapped);
                  }))
    all.emplace_back("inputs lie within --range and --assume");
  return all;
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
