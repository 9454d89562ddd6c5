// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "prove/Exhaustion.h"

#include "support/Grouped.h"
#include "support/Stopwatch.h"

#include <algorithm>

namespace coverme {
namespace {

constexpr unsigned kMaxBits = 32;

unsigned bitsOf(const Scalar &scalar) {
  return scalar.kind == ScalarKind::Bool ? 1 : scalar.width;
}

// Decided: all inputs were run, or each branch is covered before.
enum class RunEnd { Decided, Stopped, Looped };

// The loop over all inputs. Calls go around Objective::evaluate, which would
// cost several times the call itself, but for those that bring something new.
class AllInputs {
public:
  AllInputs(Objective &objective, const LoadedObject &object)
      : objective(objective), object(object),
        session(objective.state.sessionRecord()),
        input(objective.state.current.data()), inputs(objective.inputs()),
        out(1 + objective.program.functions[objective.scope.entry]
                    .plan.outputs.size()) {}

  RunEnd run() {
    const RunEnd end = runFromZero();
    setHitsOnly(false);
    return end;
  }

  uint64_t unreturned = 0; // calls that ended by a signal

private:
  RunEnd runFromZero() {
    SearchCounters &count = objective.state.count();
    std::fill_n(input, inputs.size(), 0);
    setHitsOnly(true);
    do {
      if (objective.isStopped())
        return RunEnd::Stopped;
      ++count.evaluations;
      ++count.uncharged;
      const int outcome =
          object.call(objective.scope.caller, input, out.data());
      const bool hasReturned = outcome == COVERME_RETURNED ||
                               outcome == COVERME_REJECTED ||
                               outcome == COVERME_ENDED;
      if (hasReturned && session.touchedCount == 0)
        continue;
      evaluateAgain();
      unreturned += !hasReturned;
      if (outcome == COVERME_OUT_OF_FUEL)
        return RunEnd::Looped;
      if (objective.openBranches().empty())
        return RunEnd::Decided;
    } while (next());
    return RunEnd::Decided;
  }

  // For the records: a witness, or a call that did not return.
  void evaluateAgain() {
    setHitsOnly(false);
    objective.evaluate({input, input + inputs.size()});
    setHitsOnly(true);
  }

  // Lets hooks pass over visits that take no open branch.
  void setHitsOnly(bool on) {
    for (const uint32_t site : objective.scope.sites) {
      uint8_t &state = object.states[site];
      state &= COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;
      if (on && state != 0)
        state |= COVERME_STATE_HITS_ONLY;
    }
  }

  // Counts like an odometer, the first scalar fastest.
  bool next() {
    for (size_t i = 0; i < inputs.size(); ++i) {
      if ((++input[i] >> bitsOf(inputs[i])) == 0)
        return true;
      input[i] = 0;
    }
    return false;
  }

  Objective &objective;
  const LoadedObject &object;
  const coverme_session &session;
  uint64_t *input; // where the parent looks for it if the call ends this worker
  const InputSpace &inputs;
  std::vector<uint64_t> out;
};

std::string reasonOf(uint64_t count, uint64_t unreturned,
                     const Function &entry) {
  std::string reason =
      count == 1 ? "the only input was run"
                 : fmt::format("all {} inputs were run", grouped(count));
  if (!entry.plan.buffers.empty())
    reason += ", with pointers to objects as given";
  if (unreturned != 0)
    reason +=
        fmt::format("; {} of them ended by a signal", grouped(unreturned));
  return reason;
}

} // namespace

std::optional<uint64_t> countInputs(const InputSpace &inputs) {
  unsigned bits = 0;
  for (size_t i = 0; i < inputs.size(); ++i)
    bits += bitsOf(inputs[i]);
  if (bits > kMaxBits)
    return std::nullopt;
  return uint64_t{1} << bits;
}

void Exhaustion::prove(Objective &objective, std::span<const BranchId> branches,
                       uint64_t) {
  const Function &entry = objective.program.functions[objective.scope.entry];
  const std::optional<uint64_t> count = countInputs(objective.inputs());
  const uint64_t limit = wasAsked ? most : std::min(soon, most);
  wasAsked = true;
  // Nobody knows what a call would have taken that ended its worker.
  if (wasRun || !count || objective.inputs().isRestricted() || *count > limit ||
      !entry.isSelfContained() || objective.state.count().deadly != 0 ||
      !isToldByRuns())
    return;
  wasRun = true;
  const Stopwatch watch;
  AllInputs all(objective, object);
  if (all.run() != RunEnd::Decided)
    return;
  // A larger object might have been read in peace.
  if (all.unreturned != 0 && !entry.plan.buffers.empty())
    return;
  const Proof proof{ProofEngine::Exhaustion, *count, watch.seconds(),
                    reasonOf(*count, all.unreturned, entry)};
  for (const BranchId branch : branches) {
    if (!objective.isOpen(branch))
      continue;
    if (objective.state.branches[branch].vain == 0)
      objective.closeProved(branch, proof);
    else
      objective.giveUp(branch); // there is nothing left to try
  }
}

} // namespace coverme
