// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/smt/SmtProver.h"

#include "prove/smt/SmtSolver.h"

#include <algorithm>

namespace coverme {
namespace {

constexpr uint64_t kLeastEffort = 100'000;
// The solver's steps per step of effort: 500 000 of these take some seconds.
constexpr uint64_t kStepsPerEffort = 20;
// After so many questions without an answer no more are asked; each takes less
// than the one before, so that all together take no more than three times what
// the first does.
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

void SmtProver::prove(Asker &asker, std::span<const Query> queries,
                      uint64_t effort) {
  const LoweredEntry *lowered = effort >= kLeastEffort ? code->get() : nullptr;
  if (lowered == nullptr)
    return;
  for (const Query &query : queries)
    if (unknowns < kMaxUnknown &&
        std::binary_search(lowered->sites.begin(), lowered->sites.end(),
                           query.site) &&
        !hopeless.contains(query) && asker.isOpen(query) && !asker.isStopped())
      decide(asker, query, effort);
}

void SmtProver::decide(Asker &asker, const Query &query, uint64_t effort) {
  SmtOptions options;
  options.space = &code->get()->inputs;
  const SmtQuery encoded =
      encodeBranch(code->get()->code, query.site, query.outcome, options);
  SmtLimits limits;
  limits.seconds = kMaxSeconds;
  limits.steps = effort * kStepsPerEffort / (unknowns + 1);
  limits.goesOn = [&] {
    asker.beat();
    return !asker.isStopped();
  };
  const SmtAnswer answer = solve(encoded.text, limits);
  switch (answer.kind) {
  case SmtAnswer::Kind::Unsat:
    asker.close(query, {ProofEngine::Smt, 1, answer.seconds,
                        "no input satisfies the conditions on the way there"});
    break;
  case SmtAnswer::Kind::Sat:
    asker.run(code->get()->allowed(inputOf(encoded, answer)),
              /*isCharged=*/true);
    hopeless.insert(query);
    break;
  case SmtAnswer::Kind::Unknown:
    ++unknowns;
    break;
  }
}

} // namespace coverme
