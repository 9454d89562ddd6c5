// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Run.h"

#include "suite/FindingReview.h"
#include "suite/Sanitize.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "target/ScalarText.h"

#include <algorithm>
#include <map>

namespace coverme {

namespace {

// After --timeout, by when witnesses are confirmed and findings reviewed,
// whatever the code under test does.
constexpr double kConfirmSeconds = 2.5;
constexpr double kReviewSeconds = 3.5;

// Verdicts from the confirmed suite and, for what it leaves, from the search.
// Nothing is deemed infeasible by a search that was cut. Throws
// Error(Internal) when a call took what is proved infeasible.
std::vector<BranchVerdict> judge(const Program &program, const Scope &scope,
                                 const SearchState &state,
                                 const std::vector<Test> &suite,
                                 bool searchWasCut) {
  std::vector<std::optional<size_t>> firstTest(state.branches.size());
  for (size_t i = suite.size(); i-- > 0;)
    for (const BranchId branch : suite[i].covers)
      firstTest[branch] = i;
  std::vector<BranchVerdict> verdicts;
  for (const uint32_t site : scope.judgedSites())
    for (const bool outcome : {false, true}) {
      BranchVerdict verdict;
      verdict.branch = branchOf(site, outcome);
      const BranchRecord &record = state.branches[verdict.branch];
      verdict.spent = record.spent;
      verdict.onlyInVain = record.witness == 0 && record.vain != 0;
      verdict.test = firstTest[verdict.branch];
      if (record.proved != 0) {
        verdict.verdict = Verdict::ProvedInfeasible;
        verdict.proof = state.proofs[verdict.branch].proof();
        if (verdict.test || record.witness != 0 || record.vain != 0)
          failRefuted(program, verdict.branch, verdict.proof->engine);
      } else if (verdict.test)
        verdict.verdict = Verdict::Covered;
      else if (record.witness == 0 && record.vain == 0 &&
               (record.givenUp != 0 || (record.minima != 0 && !searchWasCut)))
        verdict.verdict = Verdict::DeemedInfeasible;
      verdicts.push_back(verdict);
    }
  return verdicts;
}

// A test whose result differs under the replay's compiler is a finding, once
// for each place: the last decision of the test.
void compareResults(const Replay &replay, const Trials &trials,
                    RunResult &result) {
  for (size_t i = 0; i < result.suite.size(); ++i) {
    const Test &test = result.suite[i];
    const std::string difference =
        replayDifference(result.entry(), test.result, replay.results[i],
                         result.options.gcovCompiler);
    if (difference.empty())
      continue;
    const std::optional<Place> place =
        trials.run(test.inputs, kTrialHangSeconds).lastPlace();
    const bool isKnown = std::any_of(
        result.findings.begin(), result.findings.end(),
        [&](const FindingReport &known) {
          return known.kind == kReplayDiffers && known.place == place;
        });
    if (!isKnown)
      result.findings.push_back(
          {kReplayDiffers, difference, test.inputs, place, true});
  }
}

// What gcov has not seen is not covered. Compilers differ where the code's
// behaviour is undefined: branches are taken out of the suite that stand on a
// line that the replay never ran, or on one where gcov has as many branches as
// we do but fewer of them taken. Says whether there were any.
bool dropUnseen(const Replay &replay, RunResult &result) {
  const Function &entry = result.entry();
  BranchSet covered;
  for (const Test &test : result.suite)
    covered.insert(test.covers);
  std::map<unsigned, Ratio> ours; // by line
  for (uint32_t i = 0; i < entry.siteCount; ++i) {
    const uint32_t site = entry.firstSite + i;
    Ratio &line = ours[result.program->sites[site].line];
    line.total += 2;
    for (const bool taken : {false, true})
      line.hit += covered.contains(branchOf(site, taken));
  }
  const auto isUnseen = [&](BranchId branch) {
    const Site &site = result.program->sites[siteOf(branch)];
    const auto line = replay.counts.byLine.find(site.line);
    if (site.file != entry.file || line == replay.counts.byLine.end())
      return false;
    const Ratio &gcov = line->second.branches;
    const Ratio &own = ours[site.line];
    return line->second.count == 0 ||
           (site.function == result.scope.entry && gcov.total == own.total &&
            gcov.hit < own.hit);
  };
  BranchSet unseen;
  for (const BranchId branch : covered)
    if (isUnseen(branch))
      unseen.insert(branch);
  for (Test &test : result.suite)
    test.covers.erase(unseen);
  return unseen.size() != 0;
}

// The suite's numbers under gcov, without which the rest stands all the same.
// What gcov has not seen is dropped, and with it the tests that cover nothing
// else; then the smaller suite is replayed, until both agree.
void replay(GcovReplay &program, const Trials &trials, RunResult &result) {
  const Stopwatch watch;
  try {
    for (bool isConfirmed = false; !isConfirmed;) {
      const Replay replay = program.run(result.suite);
      result.gcov = replay.counts;
      result.gcovAnnotation = replay.annotation;
      compareResults(replay, trials, result);
      isConfirmed = !dropUnseen(replay, result);
      if (!isConfirmed)
        result.suite = minimiseSuite(std::move(result.suite));
    }
  } catch (const Error &error) {
    // Those of a suite that is no longer this one.
    result.gcov.reset();
    result.gcovAnnotation.clear();
    result.laterError = error;
  }
  result.timing.gcov = watch.seconds();
}

// The search's findings, reviewed on an object that knows its lines, where it
// helps and can be built.
std::vector<FindingReport> findingsOf(const Prepared &prepared,
                                      const RunOptions &options, uint32_t entry,
                                      const SearchOptions &search,
                                      const SearchState &state) {
  const Program &program = prepared.program;
  std::filesystem::path object = prepared.sharedObject.path;
  const auto found = std::span(state.findings.data(), state.count().findings);
  if (std::any_of(found.begin(), found.end(), [](const Finding &finding) {
        return finding.kind == FindingKind::Signal;
      }))
    try {
      object =
          buildWithLines(prepared, options,
                         prepared.folder->path() /
                             (program.functions[entry].fileName() + ".lines"));
    } catch (const Error &) {
      // Interrupted, or out of space: places are then decisions.
    }
  return reviewFindings(state, program, Trials(object, program, entry, search));
}

void addSanitizerFindings(const SanitizedProgram &sanitized,
                          const SearchState &state, const SearchOptions &search,
                          RunResult &result) {
  if (interruptSignal() != 0)
    return;
  try {
    const auto found = sanitized.findings(state, search);
    result.findings.insert(result.findings.end(), found.begin(), found.end());
  } catch (const Error &error) {
    result.laterError = error;
  }
}

} // namespace

std::string replayDifference(const Function &entry, uint64_t ours,
                             std::optional<uint64_t> replayed,
                             const std::string &compiler) {
  if (!replayed && entry.plan.isProgram)
    return ""; // it may exit
  if (!replayed)
    return fmt::format("does not return when compiled by {}", compiler);
  if (entry.result.kind == ScalarKind::Void ||
      entry.result.kind == ScalarKind::Unsupported)
    return ""; // what is not reported is not compared
  const FloatLayout layout(entry.result.width);
  const bool bothNan =
      entry.result.isFloat() && layout.isNan(*replayed) && layout.isNan(ours);
  return *replayed == ours || bothNan
             ? ""
             : fmt::format("returns {} when compiled by {}, {} before",
                           formatValue(entry.result, *replayed), compiler,
                           formatValue(entry.result, ours));
}

VerdictCounts &VerdictCounts::operator+=(const VerdictCounts &other) {
  covered += other.covered;
  proved += other.proved;
  deemed += other.deemed;
  open += other.open;
  return *this;
}

VerdictCounts RunResult::verdicts() const {
  VerdictCounts counts;
  for (const BranchVerdict &branch : branches)
    switch (branch.verdict) {
    case Verdict::Covered:
      ++counts.covered;
      break;
    case Verdict::ProvedInfeasible:
      ++counts.proved;
      break;
    case Verdict::DeemedInfeasible:
      ++counts.deemed;
      break;
    case Verdict::Open:
      ++counts.open;
      break;
    }
  return counts;
}

RunResult run(const Prepared &prepared, const RunOptions &options,
              const ProgressHook &progress) {
  const Program &program = prepared.program;
  RunResult result;
  result.options = options;
  result.program = &program;
  result.scope =
      makeScope(program, findEntry(program, options), options.callees);
  const Function &entry = result.entry();

  SearchOptions search = options.search;
  if (search.directory.empty()) {
    // Functions of a file run side by side.
    search.directory =
        prepared.folder->path() / fmt::format("scratch-{}", result.scope.entry);
    std::filesystem::create_directory(search.directory);
  }

  // Ahead of the search, so that one that does not compile costs nothing.
  std::optional<SanitizedProgram> sanitized;
  if (!options.sanitizers.empty())
    sanitized.emplace(options, program, entry,
                      prepared.folder->path() /
                          (entry.fileName() + ".sanitized"),
                      search.directory);

  // A run that takes all the time that it has still reports what it has found.
  const Deadline toConfirm(search.timeoutSeconds + kConfirmSeconds);
  const Deadline toReview(search.timeoutSeconds + kReviewSeconds);
  SearchState state(entry.inputs().size(), program.sites.size());
  const CampaignEnd end = runCampaign(prepared.sharedObject.path, program,
                                      result.scope, search, state, progress);
  result.cutByTimeout = end.cutByTimeout;
  result.cutByRestarts = end.cutByRestarts;
  result.cutProofs = end.cutProofs;
  result.laterError = end.error;
  result.timing.search = end.seconds;
  if (state.count().accepted == 0 && !entry.plan.assumptions.empty() &&
      state.count().findings == 0 && interruptSignal() == 0)
    fail(ExitCode::BadInput, "none of {} inputs of '{}' fulfils --assume '{}'",
         state.count().evaluations, entry.label(), entry.plan.allAssumptions());
  const bool searchWasCut =
      result.cutByTimeout || result.cutByRestarts || interruptSignal() != 0;
  result.evaluations = state.count().evaluations;
  result.evaluationsToLast = state.count().lastGain;
  search.deadline = toConfirm;
  result.suite = confirmWitnesses(prepared.sharedObject.path, program,
                                  result.scope, search, state);
  if (!result.scope.judgedSites().empty())
    result.suite = minimiseSuite(std::move(result.suite));
  else if (!result.suite.empty())
    result.suite.resize(1); // that calls it
  search.deadline = toReview;
  if (state.count().findings != 0)
    result.findings =
        findingsOf(prepared, options, result.scope.entry, search, state);
  if (sanitized)
    addSanitizerFindings(*sanitized, state, search, result);
  if (options.gcov && interruptSignal() == 0)
    replay(
        *prepared.replay,
        Trials(prepared.sharedObject.path, program, result.scope.entry, search),
        result);
  result.cutBySignal = interruptSignal() != 0;
  if (languageOf(options.source) != Language::Ir)
    result.replaySource =
        replayProgram(options.source, program, entry, result.suite);
  result.branches =
      judge(program, result.scope, state, result.suite, searchWasCut);
  result.timing.compile = prepared.object.seconds;
  result.timing.link = prepared.sharedObject.seconds +
                       (prepared.harness ? prepared.harness->seconds : 0);
  result.timing.total = prepared.sinceStart.seconds();
  return result;
}

} // namespace coverme
