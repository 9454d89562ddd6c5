// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/Objective.h"

#include "coverme/Distance.h"
#include "search/Outcome.h"
#include "worker/Shield.h"

#include <algorithm>
#include <unistd.h>

namespace coverme {
namespace {

constexpr uint8_t kOpen = COVERME_STATE_TRUE_OPEN | COVERME_STATE_FALSE_OPEN;

// Algorithm 1 has nothing but FOO_R to be led to what lies behind a covered
// branch. The staged search has its pursuits, and calls are faster the fewer
// sites are open.
bool followsDescendants(const SearchOptions &options) {
  return options.paper || options.local != LocalMethod::Auto;
}

std::vector<InputVariable> numbersOf(const Function &entry) {
  const std::vector<InputVariable> &all = entry.inputs();
  return {all.begin(),
          all.begin() + static_cast<ptrdiff_t>(entry.plan.numberCount())};
}

// require: the call did not return.
FindingKind kindOf(int outcome) {
  switch (outcome) {
  case COVERME_SIGNALLED:
    return FindingKind::Signal;
  case COVERME_EXITED:
    return FindingKind::Exit;
  case COVERME_STACK_OVERFLOW:
    return FindingKind::StackOverflow;
  case COVERME_OUT_OF_MEMORY:
    return FindingKind::OutOfMemory;
  case COVERME_JUMPED:
    return FindingKind::Jump;
  case COVERME_THREW:
    return FindingKind::Exception;
  case COVERME_STARTED_PROCESS:
    return FindingKind::Process;
  default:
    return FindingKind::OutOfFuel;
  }
}

} // namespace

Objective::Objective(const LoadedObject &object, const Program &program,
                     const Scope &scope, const SearchOptions &options,
                     SearchState &state)
    : program(program), scope(scope), state(state), object(object),
      options(options), session(state.sessionRecord()),
      space(numbersOf(program.functions[scope.entry])),
      saturation(program, scope, followsDescendants(options), object.states),
      choice(program.functions[scope.entry].plan.leadCount),
      out(1 + program.functions[scope.entry].plan.outputs.size()) {
  session.distanceMode = static_cast<uint32_t>(options.distance);
  session.fuel = options.fuel;
  object.attach(&session);
  for (const uint32_t site : scope.sites)
    for (const bool outcome : {false, true}) {
      const BranchRecord &record = state.branches[branchOf(site, outcome)];
      covered += record.witness != 0;
      if (!isOpen(branchOf(site, outcome)))
        saturation.close(branchOf(site, outcome));
      else if (record.misses != 0)
        missed.push_back(branchOf(site, outcome));
    }
  for (uint32_t i = 0; i < state.count().deadly; ++i) {
    const auto input = state.deadlyInput(i);
    deadly.emplace(input.begin(), input.end());
  }
}

double Objective::toDouble(Rank rank) const {
  return rankToDouble(rank, session.distanceMode);
}

bool Objective::isBudgetSpent() const {
  return charged() + state.count().surcharge >= options.maxEvaluations ||
         isStopped();
}

Rank Objective::evaluate(const Input &x) {
  // Optimisers and provers see the bounds as plains.
  if (choice.empty())
    return space.contains(x) ? call(x) : call(space.within(x));
  const auto end = x.begin() + static_cast<ptrdiff_t>(space.size());
  Input whole = space.within({x.begin(), end});
  if (end == x.end())
    whole.insert(whole.end(), choice.begin(), choice.end());
  else
    whole.insert(whole.end(), end, x.end());
  return call(whole);
}

void Objective::lead(std::span<const uint64_t> next) {
  std::fill(choice.begin(), choice.end(), 0);
  std::copy(next.begin(), next.end(), choice.begin());
}

Rank Objective::call(const Input &x) {
  returned = false;
  if (!deadly.empty() && deadly.contains(x))
    return plateau();
  SearchCounters &count = state.count();
  std::copy(x.begin(), x.end(), state.current.begin());
  ++count.evaluations;
  const int outcome = object.call(scope.caller, x.data(), out.data());
  ++calls;
  if (session.notes != 0)
    recordNotes(x);
  const bool isRejected = outcome == COVERME_REJECTED;
  if (!isRejected &&
      !hasEnded(outcome, session, program.functions[scope.entry])) {
    recordMisbehaviour(outcome, x);
    return plateau();
  }
  if (outcome != COVERME_RETURNED)
    std::fill(out.begin(), out.end(), 0);
  returned = !isRejected;
  if (returned && ++count.accepted == 1) {
    closeGuards();
    if (scope.judgedSites().empty())
      addWitness(x);
  }
  // r was computed before this call's branches are closed: zero says that x
  // has just reached something new.
  recordVisits(x);
  return session.r;
}

// The assumption has served its purpose when inputs fulfil it.
void Objective::closeGuards() {
  for (const uint32_t site : scope.sites)
    if (site >= scope.firstGuard)
      for (const bool outcome : {false, true})
        if (isOpen(branchOf(site, outcome)))
          giveUp(branchOf(site, outcome));
}

void Objective::addWitness(const Input &x) {
  const auto slot = state.witnessInput(state.count().witnesses);
  std::copy(x.begin(), x.end(), slot.begin());
  ++state.count().witnesses;
}

void Objective::recordVisits(const Input &x) {
  bool foundNew = false;
  for (uint32_t i = 0; i < session.touchedCount; ++i) {
    const uint32_t site = session.touched[i];
    if ((object.states[site] & kOpen) == 0)
      continue; // watched, but covered
    for (const bool outcome : {false, true}) {
      const BranchId branch = branchOf(site, outcome);
      BranchRecord &record = state.branches[branch];
      if (record.witness != 0)
        continue;
      const Rank distance = session.visits[site].distance[outcome];
      if (record.proved != 0) {
        if (distance == 0 && state.proofs[branch].engine != ProofEngine::None)
          failRefuted(program, branch, state.proofs[branch].engine);
        continue;
      }
      if (distance == 0) {
        if (!foundNew) {
          addWitness(x);
          state.count().lastGain = state.count().evaluations;
          state.count().lastProgress = state.count().evaluations;
          foundNew = true;
        }
        record.witness = state.count().witnesses;
        ++covered;
        saturation.close(branch);
        continue;
      }
      if (++record.misses == 1)
        missed.push_back(branch);
      if (record.misses == 1 || distance < record.best) {
        record.best = distance;
        state.count().lastProgress = state.count().evaluations;
        std::copy(x.begin(), x.end(), state.bestInput(branch).begin());
      }
      if (distance > record.worst && distance != plateau())
        record.worst = distance;
    }
  }
}

void Objective::recordMisbehaviour(int outcome, const Input &x) {
  const bool isFull = outcome == COVERME_OUT_OF_MEMORY;
  if (isFull && calls > 1)
    endFullWorker(FullWorker::ByLeaks);
  // A fault costs a signal and often a deep stack, a spent tank a million loop
  // iterations: hundreds of ordinary calls.
  constexpr uint64_t kSurcharge = 99;
  state.count().surcharge += kSurcharge;
  state.noteVain();
  addFinding(kindOf(outcome), session.code, x);
  if (isFull)
    endFullWorker(FullWorker::ByLastCall);
}

void Objective::endFullWorker(FullWorker reason) {
  state.count().fullWorker = reason;
  ::_exit(0);
}

void Objective::recordNotes(const Input &x) {
  const uint32_t notes = session.notes;
  session.notes = 0;
  if ((notes & COVERME_NOTE_FLOAT_ENVIRONMENT) != 0)
    addFinding(FindingKind::FloatEnvironment, 0, x);
  if ((notes & COVERME_NOTE_SIGNALS) != 0 && restoreSignals())
    addFinding(FindingKind::Signals, 0, x);
}

void Objective::addFinding(FindingKind kind, int32_t code, const Input &x) {
  state.addFinding({kind, code, state.lastSite()}, x);
}

BranchId Objective::lastOpenBranch() const {
  if (session.rSite == COVERME_NO_SITE)
    return kNoBranch;
  const BranchId onTrue = branchOf(session.rSite, true);
  return saturation.isSaturated(onTrue) ? branchOf(session.rSite, false)
                                        : onTrue;
}

void Objective::forgetClosed() {
  std::erase_if(missed, [this](BranchId branch) { return !isOpen(branch); });
}

std::vector<BranchId> Objective::openBranches() const {
  std::vector<BranchId> open;
  for (const uint32_t site : scope.judgedSites())
    for (const bool outcome : {false, true})
      if (isOpen(branchOf(site, outcome)))
        open.push_back(branchOf(site, outcome));
  return open;
}

void Objective::watch(uint32_t site, bool on) {
  uint8_t &bits = object.states[site];
  bits = static_cast<uint8_t>(on ? bits | COVERME_STATE_RECORD
                                 : bits & ~COVERME_STATE_RECORD);
}

void Objective::giveUp(BranchId branch) {
  state.branches[branch].givenUp = 1;
  saturation.close(branch);
}

void Objective::closeProved(BranchId branch, const Proof &proof) {
  const BranchRecord &record = state.branches[branch];
  if (record.witness != 0 || record.vain != 0)
    failRefuted(program, branch, proof.engine);
  state.addProof(branch, proof.engine, proof.boxes, proof.seconds,
                 proof.reason);
  saturation.close(branch);
}

} // namespace coverme
