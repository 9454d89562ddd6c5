// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Campaign.h"

#include "core/SetupPlan.h"
#include "engine/Objective.h"
#include "engine/Scheduler.h"
#include "execute/CallIsolation.h"
#include "execute/LibraryWatch.h"
#include "execute/NativeEvaluator.h"
#include "execute/RoomWatch.h"
#include "execute/Sandbox.h"
#include "execute/Worker.h"
#include "prove/Engines.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"

#include <algorithm>
#include <cassert>
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
constexpr double kLaterBusySeconds = 0.3;
// A call that only waits is not waited for as long, until so many have waited
// one after the other.
constexpr double kSleepSeconds = 0.1;
constexpr double kSleepGrowth = 4;
constexpr uint32_t kSleepsInARow = 8;
constexpr uint32_t kMaxSleeps = 40;

// Builds that run each witness again.
constexpr double kBuildsToConfirm = 3; // ours, the replay's, clang's

// What it takes to confirm the witnesses, after so many seconds in calls.
double secondsToConfirm(const Archive &archive, uint64_t evaluations,
                        double seconds) {
  // The call that runs may give one more.
  return evaluations == 0
             ? 0
             : seconds / static_cast<double>(evaluations) * kBuildsToConfirm *
                   (archive.count().witnesses + 1);
}

Progress progressOf(const Archive &archive, std::span<const TargetId> asked,
                    double seconds) {
  Progress progress{0, 0, asked.size(), archive.calls.count().evaluations,
                    seconds};
  for (const TargetId target : asked) {
    const TargetRecord &record = archive.targets[target];
    progress.reached += record.isReached();
    progress.decided += record.isReached() || record.proved != 0;
  }
  return progress;
}

} // namespace

// Set-up calls may use the entry's code in ways that the user has said its
// callers do not.
static bool mayProve(const InputPlan &plan) {
  return plan.setupCalls.empty() || !plan.boundsCalls();
}

// Does the last call have what nobody has asked for, so that what became of its
// worker says nothing of the entry? Of one that hung, nobody knows whether it
// was in a call ahead.
static bool isUnasked(const InputPlan &plan, const CallLog &calls, bool hung) {
  const std::vector<uint64_t> input(calls.current.begin(), calls.current.end());
  return plan.failsUnasked(input) || (hung && makesUnasked(plan, input));
}

// May it overwrite memory that is ours? What has numbers alone may not.
static bool mayOverwrite(const Function &entry) {
  return entry.mayKeepState() || !entry.plan.buffers.empty();
}

void recordDeath(const WorkerEnd &end, CallLog &calls) {
  assert(!end.finished);
  const bool callIsRunning = calls.sessionRecord().callIsRunning != 0;
  Finding finding{FindingKind::Exit, end.exitCode, calls.lastSite()};
  if (end.hung)
    finding.kind = end.slept ? FindingKind::Starved : FindingKind::Hang;
  else if (end.failure) // which ends a program
    finding = {FindingKind::Corruption, SIGABRT, calls.lastSite()};
  else if (end.signal == SIGSYS && callIsRunning) // the sandbox, unhandled
    finding.kind = FindingKind::Process;
  else if (end.signal != 0) {
    finding.kind =
        callIsRunning ? FindingKind::Signal : FindingKind::Corruption;
    finding.code = end.signal;
  }
  calls.addFinding(finding, {calls.current.begin(), calls.current.end()});
}

CampaignEnd runCampaign(const std::filesystem::path &sharedObject,
                        const Goal &goal, const SearchOptions &options,
                        Archive &archive, const ProgressHook &progress) {
  CampaignEnd result;
  const Stopwatch watch;
  const Program &program = goal.program;
  const std::vector<TargetId> asked = goal.asked();
  WorkerWatch workerWatch;
  workerWatch.grace = InterruptGrace(kGraceSeconds);
  workerWatch.loadSeconds = kLoadSeconds;
  workerWatch.heartbeat = [&] {
    return archive.calls.count().evaluations + archive.count().proverHeartbeat;
  };
  workerWatch.isInCall = [&] {
    return archive.calls.sessionRecord().callIsRunning != 0;
  };
  workerWatch.askSignal = kAskSignal;
  const uint64_t before = archive.calls.count().evaluations;
  double lastTick = 0, inCalls = 0; // provers may take most of the time
  double inTurn = 0; // of a prover, which may not come to its end
  workerWatch.tick = [&] {
    const double now = watch.seconds();
    if (workerWatch.isInCall())
      inCalls += now - lastTick;
    inTurn = archive.count().isProving != 0 ? inTurn + now - lastTick : 0;
    lastTick = now;
    const double needed = secondsToConfirm(
        archive, archive.calls.count().evaluations - before,
        inCalls + static_cast<double>(archive.calls.sessionRecord().slept) *
                      1e-9); // what builds that run it really do
    if (now + needed > options.timeoutSeconds) {
      if (archive.count().searchDone != 0 && !result.cutByTimeout)
        result.cutProofs = true;
      else if (!result.cutProofs)
        result.cutByTimeout = true;
      archive.count().stopRequested = 1;
    }
    if (interruptSignal() != 0)
      archive.count().stopRequested = 1;
    if (progress)
      progress(progressOf(archive, asked, watch.seconds()));
  };
  const Function &entry = program.functions[goal.scope.entry];
  CallCounters &count = archive.calls.count();
  workerWatch.deadline =
      Deadline(options.timeoutSeconds + kTimeoutGraceSeconds);
  const auto work = [&](uint32_t restart) {
    return runInWorker(
        [&] {
          const LoadedObject object = loadInSandbox(sharedObject, program);
          // Ahead of the image of its variables.
          if (object.noteTexts != nullptr)
            object.noteTexts(&archive.calls.comparedTexts());
          const CallIsolation isolation(object, archive.calls.sessionRecord(),
                                        program.sites.size(),
                                        {entry.mayKeepState(), options.memory});
          watchRooms(object, archive.calls);
          watchLibraries(object, archive.calls.sessionRecord());
          NativeEvaluator evaluator(object, program, goal.scope, options,
                                    archive.calls);
          Objective objective(goal, evaluator, options, archive);
          if (std::exchange(count.fullWorker, FullWorker::No) ==
              FullWorker::ByLeaks)
            objective.evaluate(
                {archive.calls.current.begin(), archive.calls.current.end()});
          runSearch(objective, options, restart,
                    mayProve(entry.plan) ? makeProvers(sharedObject, program,
                                                       goal.scope, options)
                                         : Provers());
        },
        workerWatch, options.directory);
  };
  workerWatch.sleepSeconds = kSleepSeconds;
  uint32_t hangs = 0, sleeps = 0, sleepsInARow = 0;
  for (uint32_t restart = 0;; ++restart) {
    const uint64_t evaluations = count.evaluations;
    const WorkerEnd end = work(restart);
    if (end.failure && !(end.hasLoaded && mayOverwrite(entry))) {
      result.error = Error(ExitCode::Internal, *end.failure);
      break;
    }
    archive.repair();
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
    const bool isCrashing =
        count.fullWorker == FullWorker::ByLastCall ||
        (count.fullWorker == FullWorker::No && !end.wasLost());
    if (isCrashing)
      recordNonReturning(goal, archive);
    if (isCrashing && count.fullWorker == FullWorker::No &&
        !isUnasked(entry.plan, archive.calls, end.hung))
      recordDeath(end, archive.calls);
    if (archive.count().stopRequested != 0 || workerWatch.deadline->isOver())
      break;
    if (end.slept) {
      ++sleeps;
      const bool isNext = count.evaluations <= evaluations + 1;
      sleepsInARow = isNext ? sleepsInARow + 1 : 1;
      if (sleepsInARow % kSleepsInARow == 0)
        workerWatch.sleepSeconds *= kSleepGrowth;
    } else if (end.hung) {
      ++hangs;
      workerWatch.hangSeconds = kLaterHangSeconds;
      workerWatch.busySeconds = kLaterBusySeconds;
    }
    if (restart == kMaxRestarts || hangs == kMaxHangs || sleeps == kMaxSleeps ||
        (isCrashing && count.crashing == CallLog::kMaxCrashing)) {
      result.cutByRestarts = true;
      break;
    }
    if (isCrashing)
      archive.calls.addCrashing();
  }
  result.seconds = watch.seconds();
  // The code under test may have written over what is in the archive.
  const double proving = archive.count().proverSeconds + inTurn;
  if (proving > 0)
    result.proverSeconds = std::min(proving, result.seconds);
  return result;
}

} // namespace coverme
