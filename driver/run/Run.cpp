// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/Run.h"

#include "config/Settings.h"
#include "engine/Archive.h"
#include "evidence/PlainTests.h"
#include "evidence/Replay.h"
#include "evidence/Replaying.h"
#include "evidence/Sanitize.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Inputs.h"
#include "goals/Goals.h"
#include "ir/Lower.h"
#include "run/BranchVerdicts.h"
#include "run/RunFindings.h"
#include "run/SearchGrowing.h"
#include "run/SearchWithSetups.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/WorkFolder.h"

#include <algorithm>
#include <map>

namespace coverme {

namespace {

// After --timeout, by when witnesses are confirmed and findings reviewed,
// whatever the code under test does.
constexpr double kConfirmSeconds = 2;
constexpr double kReviewSeconds = 2.25;
// Of one call; where it takes longer, no plainer inputs are looked for.
constexpr double kMostPlainSeconds = 0.2;
// Of --max-evals: so much without a gain, and the entry's objects are made by
// calls ahead of it instead. Where there are any calls to make, they are made
// after this part of --timeout at the latest: provers may take all of it.
constexpr double kAloneShare = 0.2;
constexpr double kAloneTime = 0.6;

// Has the candidates confirmed by other builds, and their numbers under gcov.
// Without anything, and why in `result`, if these could not be built: our own
// program's word has to do.
ReplayResult replay(const ReplayTask &task, const std::vector<Test> &candidates,
                    RunResult &result) {
  const Stopwatch watch;
  ReplayResult replay;
  try {
    replay = confirmTests(task.options.goal, task, candidates);
    result.suite = replay.suite;
    result.gcov = replay.counts;
    result.gcovAnnotation = replay.annotation;
    if (replay.counts)
      result.counters = task.build.counters();
    if (replay.laterError)
      result.laterError = replay.laterError;
    result.evaluations += replay.evaluations;
    compareResults(replay,
                   Reproducer(task.sharedObject, task.goal.program,
                              task.goal.scope.entry, task.search),
                   result);
  } catch (const Error &error) {
    result.laterError = error;
  }
  result.timing.gcov = watch.seconds();
  return replay;
}

// The replay of the plan that the search has ended with, where that is not the
// one that it began with.
void startReplay(Prepared &prepared, const RunOptions &options) {
  if (!options.gcov || prepared.replay)
    return;
  const uint32_t index = findEntry(prepared.program, options);
  prepared.replay = coverageBuild(
      options, prepared.program, prepared.program.functions[index],
      options.gcovCompiler, prepared.companions,
      prepared.folder->path() / fmt::format("replayed-{}", index), 0,
      recordingFor(options.goal, options.gcovCompiler), prepared.sourceObjects);
}

std::string unprovableBecause(const std::filesystem::path &object,
                              const RunResult &result) {
  if (result.options.search.prove == ProveMode::Off ||
      std::ranges::none_of(result.branches, [](const BranchVerdict &each) {
        return each.verdict == Verdict::Open ||
               each.verdict == Verdict::DeemedInfeasible;
      }))
    return {};
  const auto lowered = lowerEntry(object, *result.program, result.scope.entry);
  const auto *refused = std::get_if<NotLowered>(&lowered);
  return refused ? refused->reason : std::string();
}

} // namespace

VerdictCounts RunResult::verdicts() const {
  VerdictCounts counts;
  for (const BranchVerdict &branch : branches)
    counts.count(branch.verdict, branch.test &&
                                     !goalNamed(options.goal).isAtPlaces &&
                                     !suite[*branch.test].ending.returns());
  return counts;
}

FunctionSummary RunResult::summary() const {
  const auto suspicions = static_cast<size_t>(
      std::ranges::count_if(findings, [](const FindingReport &each) {
        return isSuspicion(each.kind, each.group);
      }));
  return {
      verdicts(),
      gcov ? std::optional(gcov->branches) : std::nullopt,
      findings.size() - suspicions,
      evaluations,
      static_cast<size_t>(std::ranges::count_if(
          findings,
          [](const FindingReport &each) { return !each.accepted.empty(); })),
      suspicions};
}

RunResult run(Prepared &prepared, const RunOptions &given,
              const ProgressHook &progress) {
  const Stopwatch sinceStart; // prepared's is that of a whole file
  SearchOptions search = given.search;
  if (search.directory.empty()) {
    // Functions of a file run side by side.
    search.directory =
        prepared.folder->path() /
        fmt::format("scratch-{}", findEntry(prepared.program, given)) /
        kCodeFolder;
    std::filesystem::create_directories(search.directory);
  }

  // Ahead of the search, so that one that does not compile costs nothing.
  std::optional<SanitizedProgram> sanitized;
  const auto sanitize = [&](const RunOptions &options, const char *folder) {
    const Function &entry =
        prepared.program.functions[findEntry(prepared.program, options)];
    sanitized.emplace(options, prepared.program, entry,
                      prepared.folder->path() / (entry.fileName() + folder),
                      search.directory);
  };
  if (!given.sanitizers.empty())
    sanitize(given, ".sanitized");

  std::optional<Comparer> comparer;
  if (given.oracle.isAsked())
    comparer.emplace(
        given, prepared.program.functions[findEntry(prepared.program, given)]);

  SearchOptions alone = search;
  const std::vector<std::string> setups = setupsToTry(prepared, given);
  if (!setups.empty())
    alone.timeoutSeconds *= kAloneTime;
  if (makesObjects(setups))
    alone.patience = static_cast<uint64_t>(
        kAloneShare * static_cast<double>(search.maxEvaluations));
  Searched searched = searchEnlarging(prepared, given, alone, progress);
  searchSettingUp(prepared, search, progress, searched);
  startReplay(prepared, searched.options);
  // A run that takes all the time that it has still reports what it has found.
  const double left = std::max(searched.secondsLeft(search), 0.0);
  const Deadline toConfirm(left + kConfirmSeconds);
  const Deadline toReview(left + kReviewSeconds);
  const RunOptions &options = searched.options;
  const Goal &goal = *searched.goal;
  const Archive &archive = *searched.archive;
  const CampaignEnd &end = searched.end;
  const Program &program = prepared.program;
  RunResult result;
  result.options = options;
  result.program = &program;
  result.scope = goal.scope;
  const Function &entry = result.entry();
  result.planWith = [&prepared,
                     index = result.scope.entry](const InputOptions &inputs) {
    return planInputs(prepared.program, index, inputs, prepared.undefined);
  };
  result.cutByTimeout = end.cutByTimeout;
  result.cutByRestarts = end.cutByRestarts;
  result.cutProofs = end.cutProofs;
  result.laterError = end.error;
  result.timing.search = end.seconds;
  result.timing.provers = end.proverSeconds;
  result.guessedSizes =
      guessedSizes(entry.plan, archive.calls, options.inputs.learnt);
  if (archive.calls.count().accepted == 0 && !entry.plan.assumptions.empty() &&
      archive.calls.count().findings == 0 && interruptSignal() == 0)
    fail(ExitCode::BadInput, "none of {} inputs of '{}' fulfils --assume '{}'",
         archive.calls.count().evaluations, entry.label(),
         entry.plan.allAssumptions());
  const bool searchWasCut =
      result.cutByTimeout || result.cutByRestarts || interruptSignal() != 0;
  result.evaluations = archive.calls.count().evaluations;
  result.evaluationsToLast = archive.count().lastGain;
  search.deadline = toConfirm;
  const std::vector<Input> witnesses = archive.witnesses();
  const Stopwatch confirming;
  std::vector<Test> candidates =
      confirmWitnesses(prepared.sharedObject.path, goal, search, witnesses);
  if (options.inputs.setupsAreChoices)
    dropRefuting(entry.plan, provedOf(goal, archive), candidates);
  const bool lacksTime = toConfirm.isOver();
  if (confirming.seconds() <
      kMostPlainSeconds * static_cast<double>(witnesses.size()))
    preferPlainTests(prepared.sharedObject.path, goal, search, candidates);
  if (goal.asked().empty() && !candidates.empty())
    candidates.resize(1); // that calls it
  result.suite = goal.asked().empty() ? candidates : minimiseSuite(candidates);
  search.deadline = toReview;
  if (archive.calls.count().findings != 0)
    result.findings = findingsOf(prepared, options, result.scope.entry, search,
                                 archive.calls);
  if (sanitized && options.inputs != given.inputs)
    sanitize(options, ".grown");
  if (sanitized)
    addSanitizerFindings(*sanitized, archive, search, result);
  ReplayResult replayed;
  if (options.gcov && interruptSignal() == 0) {
    const std::filesystem::path folder =
        prepared.folder->path() /
        fmt::format("replayed-clang-{}", result.scope.entry);
    replayed = replay({options, search, goal, provedOf(goal, archive),
                       coversCallees(options), prepared.sharedObject.path,
                       folder, *prepared.replay, prepared.companions,
                       prepared.sourceObjects, sinceStart},
                      candidates, result);
  }
  if (comparer && interruptSignal() == 0) {
    result.comparison = comparer->compare(result.suite, search.directory);
    if (options.oracle.maximize)
      result.cutByTimeout |= comparer->findLargest(
          prepared, options, search, goal, archive, *result.comparison);
    if (options.oracle.mostUlps)
      if (auto finding = ulpFinding(*result.comparison, entry.result,
                                    *options.oracle.mostUlps))
        result.findings.push_back(*std::move(finding));
  }
  dropUnasked(entry.plan, options.inputs, program, result.findings);
  acceptFindings(options.accepted, entry, result.findings);
  sortFindings(result.findings);
  result.cutBySignal = interruptSignal() != 0;
  const std::vector<std::filesystem::path> sources = options.sources();
  if (std::none_of(sources.begin(), sources.end(),
                   [](const std::filesystem::path &source) {
                     return languageOf(source) == Language::Ir;
                   }))
    result.replaySource = replayProgram(options, program, entry, result.suite);
  const bool sawAll =
      !searchWasCut &&
      std::none_of(result.guessedSizes.begin(), result.guessedSizes.end(),
                   [](const GuessedSize &size) { return size.met; });
  // A caller may give a main more words.
  const bool mayDeem = !goalNamed(options.goal).isAtPlaces &&
                       entry.plan.leftOut == 0 && !entry.plan.isMain;
  std::map<BranchId, std::string> refuted = replayed.refuted;
  addRefuted(goal, archive, result.suite, refuted);
  if (!refuted.empty())
    result.laterError = Error(ExitCode::Internal,
                              refuted.begin()->second + "; please report this");
  refuted.merge(replayed.questioned);
  result.branches =
      verdictsOf(goal, archive, result.suite, refuted, sawAll, mayDeem);
  addDoubts(archive, replayed, refuted, lacksTime, result.branches);
  if (!goalNamed(options.goal).isAtPlaces)
    addWhatIsInTheWay(goal, archive, result.branches);
  result.unprovable = unprovableBecause(prepared.sharedObject.path, result);
  result.timing.compile = prepared.object.seconds;
  result.timing.link = prepared.sharedObject.seconds +
                       (prepared.harness ? prepared.harness->seconds : 0);
  result.timing.total = prepared.sinceStart.seconds();
  return result;
}

} // namespace coverme
