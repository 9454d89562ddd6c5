// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Campaign.h"

#include "prove/Engines.h"
#include "search/Objective.h"
#include "search/Search.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "worker/Sandbox.h"
#include "worker/Shield.h"
#include "worker/Worker.h"

#include <utility>

namespace coverme {
namespace {

// A search ends at its next call after an interrupt; a prover or a call may
// take longer than anybody wants to wait.
constexpr double kGraceSeconds = 0.5;
// The same when --timeout is over.
constexpr double kTimeoutGraceSeconds = 1;

// Of workers that are full or lost; others end the search earlier.
constexpr uint32_t kMaxRestarts = 1000;

// Code that hangs on so many different inputs will do so on more. After the
// first, it need not be waited for as long, since there is a finding already.
constexpr uint32_t kMaxHangs = 10;
constexpr double kLaterHangSeconds = 1;

Progress progressOf(const SearchState &state, const Scope &scope,
                    double seconds) {
  Progress progress{0, 2 * scope.judgedSites().size(),
                    state.count().evaluations, seconds};
  for (const uint32_t site : scope.judgedSites())
    for (const bool outcome : {false, true})
      progress.covered += state.branches[branchOf(site, outcome)].witness != 0;
  return progress;
}

} // namespace

void recordDeath(const WorkerEnd &end, SearchState &state) {
  const bool callIsRunning = state.sessionRecord().callIsRunning != 0;
  Finding finding{FindingKind::Exit, end.exitCode, state.lastSite()};
  if (end.hung)
    finding.kind = FindingKind::Hang;
  else if (end.signal == SIGSYS && callIsRunning) // the sandbox, unhandled
    finding.kind = FindingKind::Process;
  else if (end.signal != 0) {
    finding.kind =
        callIsRunning ? FindingKind::Signal : FindingKind::Corruption;
    finding.code = end.signal;
  }
  state.noteVain();
  state.addFinding(finding, {state.current.begin(), state.current.end()});
}

CampaignEnd runCampaign(const std::filesystem::path &sharedObject,
                        const Program &program, const Scope &scope,
                        const SearchOptions &options, SearchState &state,
                        const ProgressHook &progress) {
  CampaignEnd result;
  const Stopwatch watch;
  WorkerWatch workerWatch;
  workerWatch.grace = InterruptGrace(kGraceSeconds);
  workerWatch.loadSeconds = kLoadSeconds;
  workerWatch.heartbeat = [&] {
    return state.count().evaluations + state.count().pulse;
  };
  workerWatch.tick = [&] {
    if (watch.seconds() > options.timeoutSeconds) {
      if (state.count().searchDone != 0 && !result.cutByTimeout)
        result.cutProofs = true;
      else if (!result.cutProofs)
        result.cutByTimeout = true;
      state.count().stopRequested = 1;
    }
    if (interruptSignal() != 0)
      state.count().stopRequested = 1;
    if (progress)
      progress(progressOf(state, scope, watch.seconds()));
  };
  const Function &entry = program.functions[scope.entry];
  SearchCounters &count = state.count();
  workerWatch.deadline =
      Deadline(options.timeoutSeconds + kTimeoutGraceSeconds);
  const auto work = [&](uint32_t restart) {
    return runInWorker(
        [&] {
          const LoadedObject object = loadInSandbox(sharedObject, program);
          const Shield shield(object, state.sessionRecord(),
                              program.sites.size(),
                              {entry.mayKeepState(), options.memory});
          Objective objective(object, program, scope, options, state);
          if (std::exchange(count.fullWorker, FullWorker::No) ==
              FullWorker::ByLeaks)
            objective.evaluate({state.current.begin(), state.current.end()});
          runSearch(objective, options, restart,
                    makeProvers(object, sharedObject, program, scope, options));
        },
        workerWatch, options.directory);
  };
  uint32_t hangs = 0;
  for (uint32_t restart = 0;; ++restart) {
    WorkerEnd end;
    try {
      end = work(restart);
    } catch (const WorkerFailure &failure) {
      result.error = failure;
      break;
    }
    state.repair();
    if (end.finished)
      break;
    if (!end.hasLoaded && count.evaluations == 0 && !end.wasLost() &&
        interruptSignal() == 0)
      failToLoad(end);
    if (end.givenUp)
      break;
    if (!end.hasLoaded && !end.wasLost()) {
      result.cutByRestarts = true;
      break;
    }
    const bool isDeadly =
        count.fullWorker == FullWorker::ByLastCall ||
        (count.fullWorker == FullWorker::No && !end.wasLost());
    if (isDeadly && count.fullWorker == FullWorker::No)
      recordDeath(end, state);
    if (count.stopRequested != 0 || workerWatch.deadline->isOver())
      break;
    if (end.hung) {
      ++hangs;
      workerWatch.hangSeconds = kLaterHangSeconds;
    }
    if (restart == kMaxRestarts || hangs == kMaxHangs ||
        (isDeadly && count.deadly == SearchState::kMaxDeadly)) {
      result.cutByRestarts = true;
      break;
    }
    if (isDeadly)
      state.addDeadly();
  }
  result.seconds = watch.seconds();
  return result;
}

} // namespace coverme
