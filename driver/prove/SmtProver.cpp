// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/SmtProver.h"

#include "prove/SmtSolver.h"
#include "search/Objective.h"

#include <algorithm>

namespace coverme {
namespace {

constexpr uint64_t kLeastEffort = 100'000;
// The solver's steps per step of effort: 500 000 of these take some seconds.
constexpr uint64_t kStepsPerEffort = 20;
// After so many questions without an answer no more are asked.
constexpr uint64_t kMaxUnknown = 8;
// In case that the solver forgets to count.
constexpr double kMaxSeconds = 60;

Input inputOf(const SmtQuery &query, const SmtAnswer &answer) {
  Input input;
  for (const std::string &variable : query.variables) {
    const auto found = answer.values.find(variable);
    input.push_back(found == answer.values.end() ? 0 : found->second);
  }
  return input;
}

} // namespace

void SmtProver::prove(Objective &objective, std::span<const BranchId> branches,
                      uint64_t effort) {
  const LoweredEntry *lowered = effort >= kLeastEffort ? code->get() : nullptr;
  if (lowered == nullptr)
    return;
  for (const BranchId branch : branches)
    if (unknowns < kMaxUnknown &&
        std::binary_search(lowered->sites.begin(), lowered->sites.end(),
                           siteOf(branch)) &&
        !hopeless.contains(branch) && objective.isOpen(branch) &&
        !objective.isStopped())
      decide(objective, branch, effort);
}

void SmtProver::decide(Objective &objective, BranchId branch, uint64_t effort) {
  SmtOptions options;
  if (!space)
    space.emplace(provableInputs(code->program.functions[code->entry]));
  options.space = &*space;
  const SmtQuery query = encodeBranch(code->get()->code, siteOf(branch),
                                      outcomeOf(branch), options);
  SmtLimits limits;
  limits.seconds = kMaxSeconds;
  limits.steps = effort * kStepsPerEffort;
  limits.goesOn = [&] {
    ++objective.state.count().pulse;
    return !objective.isStopped();
  };
  const SmtAnswer answer = solve(query.text, limits);
  switch (answer.kind) {
  case SmtAnswer::Kind::Unsat:
    objective.closeProved(
        branch, {ProofEngine::Smt, 1, answer.seconds,
                 "no input satisfies the conditions on the way there"});
    break;
  case SmtAnswer::Kind::Sat:
    objective.evaluate(inputOf(query, answer));
    hopeless.insert(branch);
    break;
  case SmtAnswer::Kind::Unknown:
    ++unknowns;
    break;
  }
}

} // namespace coverme
