// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Trial.h"

#include "search/Objective.h"
#include "suite/Campaign.h"
#include "support/Error.h"
#include "worker/LoopWatch.h"
#include "worker/Sandbox.h"
#include "worker/Shield.h"
#include "worker/Worker.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <numeric>

namespace coverme {
namespace {

// Addresses in the code under test, counted from where it is loaded, that a
// fatal signal came through, innermost first.
struct CrashNotes {
  uint32_t count;
  std::array<uint64_t, 16> addresses;

  void add(uint64_t address) {
    if (count < addresses.size())
      addresses[count++] = address;
  }
};

// For the signal handler; a worker makes one trial.
CrashNotes *crashNotes;
const link_map *codeUnderTest;

const link_map *objectAt(uint64_t address) {
  dl_find_object found{};
  return ::_dl_find_object(reinterpret_cast<void *>(address), &found) == 0
             ? found.dlfo_link_map
             : nullptr;
}

void noteCrash(const siginfo_t &, const ucontext_t &context) {
  const auto pc = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
  const auto sp = static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
  const auto add = [](uint64_t address, uint64_t back) {
    if (objectAt(address) == codeUnderTest)
      crashNotes->add(address - back - codeUnderTest->l_addr);
  };
  add(pc, 0);
  if (objectAt(pc) == nullptr) {
    // A jump to nowhere, which the unwinder cannot follow; a call has left its
    // return address on top of the stack.
    add(*reinterpret_cast<const uint64_t *>(sp), 1);
    return;
  }
  std::array<void *, 64> frames{};
  const int depth = ::backtrace(frames.data(), frames.size());
  for (int i = 0; i < depth; ++i)
    if (const auto address = reinterpret_cast<uint64_t>(frames[i]);
        address != pc)
      add(address, 1); // back from the return address into the call
}

// In a worker with a Shield.
void noteCrashes(const LoadedObject &object, CrashNotes &notes) {
  crashNotes = &notes;
  codeUnderTest = objectAt(reinterpret_cast<uint64_t>(object.call));
  std::array<void *, 1> frame{};
  ::backtrace(frame.data(), frame.size()); // loads the unwinder while it may
  observeCrashes(noteCrash);
}

SourceLine lineOf(const Site &site) {
  return {site.file.filename(), site.line};
}

Scope wholeObject(const Program &program, uint32_t entry) {
  Scope scope;
  scope.entry = entry;
  scope.caller = program.functions[entry].caller;
  scope.functions.resize(program.functions.size());
  std::iota(scope.functions.begin(), scope.functions.end(), 0);
  scope.sites.resize(program.sites.size());
  std::iota(scope.sites.begin(), scope.sites.end(), 0);
  return scope;
}

std::vector<BranchId> pathOf(const SearchState &state, const Program &program) {
  const size_t siteCount = program.sites.size();
  const coverme_session &session = state.sessionRecord();
  std::vector<BranchId> path;
  for (size_t i = 0; i < session.touchedCount; ++i) {
    const uint32_t site = session.touched[i];
    for (const bool taken : {false, true})
      if (site < siteCount && !program.isGuard(site) &&
          session.visits[site].distance[taken] == 0)
        path.push_back(branchOf(site, taken));
  }
  return path;
}

} // namespace

Trials::Trials(std::filesystem::path sharedObject, const Program &program,
               uint32_t entry, const SearchOptions &options)
    : sharedObject(std::move(sharedObject)), program(program),
      scope(wholeObject(program, entry)), options(options),
      lines(this->sharedObject) {}

bool Trials::isOver() const {
  return interruptSignal() != 0 ||
         (options.deadline && options.deadline->isOver());
}

TrialEnd Trials::run(std::span<const uint64_t> input,
                     double hangSeconds) const {
  // Workers that somebody else kills are no reason to give up. So many in a row
  // die of the input.
  constexpr int kMaxLost = 20;
  for (int lost = 0; lost < kMaxLost; ++lost)
    if (const std::optional<TrialEnd> end = runOnce(input, hangSeconds))
      return *end;
  TrialEnd end;
  end.findings.push_back({FindingKind::Signal, SIGKILL, COVERME_NO_SITE});
  return end;
}

std::optional<TrialEnd> Trials::runOnce(std::span<const uint64_t> input,
                                        double hangSeconds) const {
  SearchState state(input.size(), program.sites.size());
  const SharedArray<uint64_t> outs(1 + entry().plan.outputs.size());
  const SharedArray<CrashNotes> notes(1);
  const SharedArray<uint8_t> returned(1);
  const SharedArray<LoopVerdict> loop(1);
  WorkerWatch watch;
  watch.hangSeconds = hangSeconds;
  watch.loadSeconds = kLoadSeconds;
  watch.heartbeat = [&] { return loop[0].refuels; };
  watch.deadline = options.deadline;
  const WorkerEnd end = runInWorker(
      [&] {
        const LoadedObject object = loadInSandbox(sharedObject, program);
        const Shield shield(object, state.sessionRecord(), program.sites.size(),
                            {entry().mayKeepState(), options.memory});
        noteCrashes(object, notes[0]);
        watchLoops(object, state.sessionRecord(), loop[0]);
        Objective objective(object, program, scope, options, state);
        objective.evaluate({input.begin(), input.end()});
        std::copy(objective.outputs().begin(), objective.outputs().end(),
                  outs.begin());
        returned[0] = objective.hasReturned();
      },
      watch, options.directory);
  if (end.wasLost())
    return std::nullopt;
  if (end.givenUp)
    return TrialEnd{};
  state.repair();
  if (!end.finished && !end.hasLoaded)
    failToLoad(end);
  // It may end by itself when it goes on, or a portion may take too long.
  const Finding slow{FindingKind::OutOfFuel, 0, state.lastSite()};
  const bool isSlow = loop[0].refuels != 0;
  if (isSlow && (end.hung || (end.finished && state.count().findings == 0)))
    state.addFinding(slow, input);
  else if (!end.finished && state.count().fullWorker == FullWorker::No)
    recordDeath(end, state);

  TrialEnd trial;
  trial.path = pathOf(state, program);
  if (!trial.path.empty())
    trial.lastDecision = lineOf(program.sites[siteOf(trial.path.back())]);
  // The code under test may have written over all of it.
  const size_t crashes =
      std::min<size_t>(notes[0].count, notes[0].addresses.size());
  for (size_t i = 0; i < crashes && !trial.crash; ++i)
    trial.crash = lines.lineOf(notes[0].addresses[i]);
  trial.findings.assign(state.findings.begin(),
                        state.findings.begin() + state.count().findings);
  for (Finding &finding : trial.findings)
    if (finding.kind == FindingKind::OutOfFuel && loop[0].isEndless != 0)
      finding.kind = FindingKind::EndlessLoop;
  trial.hasReturned = returned[0] != 0;
  trial.result = outs[0];
  trial.outputs.assign(outs.begin() + 1, outs.end());
  return trial;
}

std::optional<Place> TrialEnd::placeOf(const Finding &finding) const {
  if (finding.kind == FindingKind::Signal && crash)
    return Place{*crash, true};
  return lastPlace();
}

std::optional<Place> TrialEnd::lastPlace() const {
  return lastDecision ? std::optional(Place{*lastDecision, false})
                      : std::nullopt;
}

} // namespace coverme
