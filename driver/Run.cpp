// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Run.h"

#include "config/Settings.h"
#include "core/InputBounds.h"
#include "core/SeedInputs.h"
#include "engine/Archive.h"
#include "evidence/FindingReview.h"
#include "evidence/PlainTests.h"
#include "evidence/Replay.h"
#include "evidence/Replaying.h"
#include "evidence/Sanitize.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/OpenVariables.h"
#include "frontend/c/SetupCalls.h"
#include "goals/Goals.h"
#include "support/Error.h"
#include "support/Interrupt.h"

#include <algorithm>
#include <map>
#include <set>

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

// Each costs a harness and a search from the start; later ones are rare, since
// one call tells all that it wants.
constexpr int kMostGrowths = 10;

// Verdicts from the confirmed suite and, for what it leaves, from the search.
// Nothing is deemed infeasible by a search that was cut, or that some calls did
// not count in; `mayDeem`: of the rest, is anything?
std::vector<BranchVerdict> judge(const Goal &goal, const Archive &archive,
                                 const std::vector<Test> &suite,
                                 const std::map<BranchId, std::string> &refuted,
                                 bool sawAll, bool mayDeem) {
  std::vector<std::optional<size_t>> firstTest(archive.targets.size());
  for (size_t i = suite.size(); i-- > 0;)
    for (const BranchId branch : suite[i].covers)
      firstTest[branch] = i;
  std::vector<BranchVerdict> verdicts;
  for (const TargetId target : goal.asked()) {
    BranchVerdict verdict;
    verdict.branch = target;
    const TargetRecord &record = archive.targets[target];
    verdict.spent = record.spent;
    verdict.reachedAfter = record.reachedAfter;
    verdict.onlyNonReturning = !record.isReached() && record.nonReturning != 0;
    verdict.test = firstTest[verdict.branch];
    if (verdict.test)
      verdict.verdict = Verdict::Covered;
    else if (refuted.contains(target))
      verdict.verdict = Verdict::Open;
    else if (record.proved != 0) {
      verdict.verdict = Verdict::ProvedInfeasible;
      verdict.proof = archive.proofs[target].proof();
    } else if (mayDeem && !record.isReached() && record.nonReturning == 0 &&
               (record.givenUp != 0 || (record.minima != 0 && sawAll)))
      verdict.verdict = Verdict::DeemedInfeasible;
    verdicts.push_back(verdict);
  }
  return verdicts;
}

BranchSet provedOf(const Goal &goal, const Archive &archive) {
  BranchSet proved;
  for (const TargetId target : goal.asked())
    if (archive.targets[target].proved != 0 &&
        !archive.targets[target].isRefuted())
      proved.insert(target);
  return proved;
}

// Of a proof and a call that took the branch, one is wrong: what is proved, and
// the search or a test took. Adds to `refuted`, which builds that are not ours
// took.
void addRefuted(const Goal &goal, const Archive &archive,
                const std::vector<Test> &suite,
                std::map<BranchId, std::string> &refuted) {
  for (const TargetId target : goal.asked())
    if (archive.targets[target].proved != 0 &&
        (archive.targets[target].isRefuted() ||
         std::ranges::any_of(suite, [&](const Test &test) {
           return test.covers.contains(target);
         })))
      refuted.emplace(target, refutation(goal.program, goal.query(target),
                                         archive.proofs[target].engine));
}

// A test whose end or result differs under the replay's compiler is a finding,
// once for each place: the last decision of the test. A crash is one already.
void compareResults(const ReplayResult &replay, const Reproducer &reproducer,
                    RunResult &result) {
  for (const auto &[test, trace] : replay.replayed) {
    const CallEnd end = endOf(test.ending, result.entry());
    if (end == CallEnd::Misbehaved || test.ending.isCrash())
      continue;
    const std::string difference =
        replayDifference(result.entry(), test.ending, test.result, trace,
                         result.options.gcovCompiler);
    if (difference.empty())
      continue;
    const std::optional<Place> place =
        reproducer.run(test.inputs, kReproductionHangSeconds).lastPlace();
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

// The verdicts of targets that need none of their own are left out.
void leaveOutSpared(const Goal &goal, std::vector<BranchVerdict> &verdicts) {
  std::set<TargetId> reached;
  for (const BranchVerdict &verdict : verdicts)
    if (verdict.verdict == Verdict::Covered)
      reached.insert(verdict.branch);
  const std::set<TargetId> spared = goal.spared(reached);
  std::erase_if(verdicts, [&](const BranchVerdict &verdict) {
    return spared.contains(verdict.branch);
  });
}

// The search's findings, reviewed on an object that knows its lines, where it
// helps and can be built.
std::vector<FindingReport> findingsOf(const Prepared &prepared,
                                      const RunOptions &options, uint32_t entry,
                                      const SearchOptions &search,
                                      const CallLog &calls) {
  const Program &program = prepared.program;
  std::filesystem::path object = prepared.sharedObject.path;
  const auto found = std::span(calls.findings.data(), calls.count().findings);
  if (std::any_of(found.begin(), found.end(), [](const Finding &finding) {
        return finding.kind == FindingKind::Signal ||
               finding.kind == FindingKind::Assertion;
      }))
    try {
      object =
          buildWithLines(prepared, options,
                         prepared.folder->path() /
                             (program.functions[entry].fileName() + ".lines"));
    } catch (const Error &) {
      // Interrupted, or out of space: places are then decisions.
    }
  return reviewFindings(calls, program,
                        Reproducer(object, program, entry, search));
}

void addSanitizerFindings(const SanitizedProgram &sanitized,
                          const Archive &state, const SearchOptions &search,
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

// Is what the user has said by name still said? `*p` is `p[0]` where there is
// more than one.
bool keepsNames(const InputOptions &options, const InputPlan &before,
                const InputPlan &after) {
  const auto bounds = [](const InputPlan &plan, const std::string &name) {
    return std::any_of(
        plan.inputs.begin(), plan.inputs.end(),
        [&](const InputVariable &input) { return isAbout(name, input); });
  };
  const auto sizes = [](const InputPlan &plan, const std::string &name) {
    return std::any_of(
        plan.buffers.begin(), plan.buffers.end(),
        [&](const Buffer &buffer) { return buffer.name == name; });
  };
  const auto isLost = [&](const auto &isAny) {
    return [&, isAny](const NamedText &said) {
      return isAny(before, said.name) && !isAny(after, said.name);
    };
  };
  return std::none_of(options.ranges.begin(), options.ranges.end(),
                      isLost(bounds)) &&
         std::none_of(options.arrays.begin(), options.arrays.end(),
                      isLost(sizes));
}

// What calls want that their plan does not have.
struct Wanted {
  std::map<std::string, uint32_t> elements; // of objects, by siblingsOf()
  std::set<std::string> freed;              // objects from the heap
  uint32_t allocations = 0;                 // that may fail
  std::vector<std::string> variables;       // that are no inputs

  // What is in shared memory the code may have written over: `mayFail` is what
  // was said there, and `open` are the variables that there may be.
  Wanted(const InputPlan &plan, const Archive &archive,
         const InputOptions &options, bool mayFail,
         const std::vector<std::string> &open)
      : elements(wantedElements(plan, archive.calls, options.learnt)),
        freed(givenBack(plan, archive.calls)),
        allocations(mayFail && archive.calls.count().wantsRoom != 0
                        ? archive.calls.count().allocations
                        : 0) {
    if (archive.calls.count().wantsVariables != 0)
      variables = open;
  }

  bool isNone() const {
    return elements.empty() && freed.empty() && allocations == 0 &&
           variables.empty();
  }

  bool isNewTo(const InputOptions &options) const {
    return !elements.empty() || allocations != 0 || !variables.empty() ||
           !std::ranges::includes(options.freed, freed);
  }

  void addTo(InputOptions &options) const {
    options.freed.insert(freed.begin(), freed.end());
    for (const auto &[name, count] : elements) {
      uint32_t &most = options.learnt[name];
      most = std::max(most, count);
    }
    if (allocations != 0)
      options.learntAllocations = allocations;
    options.globals.insert(options.globals.end(), variables.begin(),
                           variables.end());
  }
};

// The plan with larger objects, and the entry's object linked anew. Says
// whether that could be done. The replay is left to startReplay().
bool enlarge(Prepared &prepared, RunOptions &options, const Wanted &wanted,
             int growth) {
  RunOptions grown = options;
  wanted.addTo(grown.inputs);
  const uint32_t entry = findEntry(prepared.program, options);
  const InputPlan before = prepared.program.functions[entry].plan;
  try {
    if (!keepsNames(options.inputs, before,
                    planInputs(prepared.program, entry, grown.inputs)))
      return false;
  } catch (const Error &) {
    return false; // too large, or with what cannot be made
  }
  const std::filesystem::path folder =
      prepared.folder->path() / fmt::format("grown-{}-{}", entry, growth);
  std::filesystem::create_directory(folder);
  prepared.replay.reset();
  RunOptions withoutReplay = grown;
  withoutReplay.gcov = false;
  prepareEntry(prepared, withoutReplay, folder);
  options = grown;
  return true;
}

// Has the user said more of the entry's calls than the code's types do? What
// is said of many functions may be about the inputs of others.
bool saysMoreOf(const InputPlan &plan, const InputOptions &options) {
  return options.boundsCalls() && (!options.isForMany || plan.boundsCalls());
}

// The variables that may become inputs when branches are left over.
std::vector<std::string> variablesToTry(const Prepared &prepared,
                                        const RunOptions &options) {
  const uint32_t entry = findEntry(prepared.program, options);
  const InputPlan &plan = prepared.program.functions[entry].plan;
  if (saysMoreOf(plan, options.inputs) ||
      options.search.local != LocalMethod::Auto || options.search.paper ||
      plan.isMain || plan.isProgram)
    return {};
  std::vector<std::filesystem::path> files = {prepared.object.path};
  for (const std::string &flag : options.allFlags())
    files.emplace_back(flag);
  std::vector<std::string> open = openVariables(prepared.program, entry, files);
  std::erase_if(open, [&](const std::string &name) {
    return std::ranges::find(options.inputs.globals, name) !=
           options.inputs.globals.end();
  });
  return open;
}

// The values of variables that nobody has asked for are often none that the
// code allows: what goes wrong then is no finding.
void dropUnasked(const InputPlan &plan, const InputOptions &asked,
                 const Program &program, std::vector<FindingReport> &findings) {
  std::vector<uint32_t> slots;
  for (const GlobalInput &global : plan.globals)
    if (std::ranges::find(asked.globals, program.globals[global.global].name) ==
        asked.globals.end())
      for (const Cell &cell : global.image.cells)
        slots.push_back(cell.slot);
  std::erase_if(findings, [&](const FindingReport &finding) {
    return std::ranges::any_of(
        slots, [&](uint32_t slot) { return finding.inputs[slot] != 0; });
  });
}

// A search over objects that have turned out large enough, or could not be
// enlarged.
struct Searched {
  RunOptions options; // with the sizes of objects
  std::unique_ptr<Goal> goal;
  std::unique_ptr<Archive> archive;
  CampaignEnd end;
};

Searched searchEnlarging(Prepared &prepared, const RunOptions &options,
                         const SearchOptions &search,
                         const ProgressHook &progress) {
  const Stopwatch watch;
  Searched result;
  result.options = options;
  bool canGrow = true, isLate = false;
  double seconds = 0; // of searches, without what lies between
  uint64_t spent = 0; // of the budget
  // Of the search before this one: what it has found is found at once.
  InputPlan before;
  std::vector<Input> witnesses;
  for (int growth = 1;; ++growth) {
    const Program &program = prepared.program;
    const uint32_t index = findEntry(program, options);
    const Function &entry = program.functions[index];
    result.goal = makeGoal(options.goal, program,
                           makeScope(program, index, coversCallees(options),
                                     options.others.size()));
    if (goalNamed(options.goal).takesPlaces() && result.goal->asked().empty() &&
        !options.isOfAll)
      fail(ExitCode::BadInput,
           "no such place in '{}' or what it calls; --all "
           "looks at every function",
           entry.label());
    result.archive = std::make_unique<Archive>(*result.goal);
    const bool mayGrow = canGrow && growth <= kMostGrowths;
    limitRooms(entry.plan, mayGrow, result.archive->calls);
    const bool mayFail = mayGrow &&
                         options.inputs.allocations == AllocationMode::Auto &&
                         !entry.plan.failingSlot;
    result.archive->calls.count().mayFail = mayFail;
    const std::vector<std::string> open =
        mayGrow ? variablesToTry(prepared, result.options)
                : std::vector<std::string>();
    result.archive->calls.count().mayTakeVariables = !open.empty();
    result.archive->calls.count().surcharge = spent;
    result.archive->count().costToGain = spent;
    SearchOptions mine = search;
    mine.seeds = inputsOf(options.seeds, entry);
    for (const Input &witness : witnesses)
      mine.seeds.push_back(sameInput(before, witness, entry.plan));
    if (mine.seeds.empty() && !options.seedPlaces.empty() && !options.isOfAll)
      fail(ExitCode::BadInput, "--seed-inputs has no inputs of '{}'",
           entry.label());
    mine.timeoutSeconds = std::max(search.timeoutSeconds - seconds, 0.1);
    result.end = runCampaign(prepared.sharedObject.path, *result.goal, mine,
                             *result.archive, progress);
    seconds += result.end.seconds;
    spent = std::min(result.archive->calls.count().cost(),
                     search.maxEvaluations / 2);
    const Wanted wanted(entry.plan, *result.archive, result.options.inputs,
                        mayFail, open);
    if (wanted.isNone() || result.end.error || interruptSignal() != 0)
      break;
    // What compilers take does not count, but on a very busy machine objects
    // have to do as they are.
    isLate = seconds > search.timeoutSeconds / 2 ||
             watch.seconds() > 2 * search.timeoutSeconds;
    if (result.archive->count().sizesLearnt != 0) {
      before = entry.plan;
      witnesses = result.archive->witnesses();
    }
    canGrow = !isLate && wanted.isNewTo(result.options.inputs) &&
              enlarge(prepared, result.options, wanted, growth);
  }
  result.end.cutByTimeout |= isLate;
  result.end.seconds = seconds;
  return result;
}

// The calls that a plan can have ahead of the entry's.
std::vector<std::string> usableSetups(const Prepared &prepared, uint32_t entry,
                                      const InputOptions &options) {
  const Program &program = prepared.program;
  std::vector<std::string> usable;
  for (const std::string &call :
       findSetupCalls(program, entry, prepared.linkedFunctions)) {
    InputOptions with = options;
    with.setups = {call};
    try {
      planInputs(program, entry, with);
      usable.push_back(call);
    } catch (const Error &) {
      // It takes what cannot be made.
    }
  }
  return usable;
}

// A target that a call which returns has reached counts twice.
size_t reachedOf(const Goal &goal, const Archive &archive) {
  size_t reached = 0;
  for (const TargetId target : goal.asked()) {
    const TargetRecord &record = archive.targets[target];
    reached += record.isReached() + (record.witness != 0);
  }
  return reached;
}

// An input of one plan as one of the same plan with set-up calls, none of which
// is made.
Input widened(const InputPlan &plain, const InputPlan &plan,
              std::span<const uint64_t> input) {
  Input wide(plan.inputs.size());
  const auto numbers =
      input.begin() + static_cast<ptrdiff_t>(plain.numberCount());
  std::copy(input.begin(), numbers, wide.begin());
  std::copy(numbers, input.end(),
            wide.begin() + static_cast<ptrdiff_t>(plan.numberCount()));
  return wide;
}

// The calls that may be tried ahead of the entry's when branches are left over.
std::vector<std::string> setupsToTry(const Prepared &prepared,
                                     const RunOptions &options) {
  const uint32_t index = findEntry(prepared.program, options);
  const InputPlan &plan = prepared.program.functions[index].plan;
  return !options.inputs.setups.empty() || saysMoreOf(plan, options.inputs) ||
                 options.search.local != LocalMethod::Auto ||
                 options.search.paper || plan.isMain || plan.isProgram
             ? std::vector<std::string>()
             : usableSetups(prepared, index, options.inputs);
}

bool makesObjects(const std::vector<std::string> &setups) {
  return std::any_of(setups.begin(), setups.end(), [](const std::string &call) {
    return !parseSetup(call).target.empty();
  });
}

// What prepareEntry() makes anew.
struct Linked {
  Program program;
  Built sharedObject;
  std::optional<Built> harness;

  explicit Linked(const Prepared &prepared)
      : program(prepared.program), sharedObject(prepared.sharedObject),
        harness(prepared.harness) {}

  void putBack(Prepared &prepared) && {
    prepared.program = std::move(program);
    prepared.sharedObject = std::move(sharedObject);
    prepared.harness = std::move(harness);
  }
};

// The plan with calls ahead, linked; says whether there is such a plan.
bool prepareSettingUp(Prepared &prepared, RunOptions options,
                      const std::string &folderName) {
  Linked before(prepared);
  options.gcov = false; // startReplay() is for that
  const std::filesystem::path folder = prepared.folder->path() / folderName;
  std::filesystem::create_directory(folder);
  try {
    prepareEntry(prepared, options, folder);
    return true;
  } catch (const Error &) {
    std::move(before).putBack(prepared);
    throwIfInterrupted();
    return false;
  }
}

// Where calls went beyond objects that are as large as they were.
void takeUpRooms(const InputPlan &before, const Archive &from,
                 const InputPlan &plan, const Archive &to) {
  std::map<std::string, size_t> rooms;
  for (size_t i = 0; i < before.buffers.size(); ++i)
    rooms.emplace(before.buffers[i].name, i);
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (const auto old = rooms.find(plan.buffers[i].name);
        old != rooms.end() && before.buffers[old->second].image.byteSize ==
                                  plan.buffers[i].image.byteSize)
      to.calls.rooms[i].beyond = from.calls.rooms[old->second].beyond;
}

// One search with calls ahead, which goes on from what `from` has found in the
// plan `before`.
Searched searchWithSetups(const Prepared &prepared, const RunOptions &options,
                          const SearchOptions &search,
                          const ProgressHook &progress, const InputPlan &before,
                          const Searched &from, bool mayGrow) {
  const Program &program = prepared.program;
  const uint32_t index = findEntry(program, options);
  const InputPlan &plan = program.functions[index].plan;
  Searched more;
  more.options = options;
  more.goal = makeGoal(
      options.goal, program,
      makeScope(program, index, coversCallees(options), options.others.size()));
  more.archive = std::make_unique<Archive>(*more.goal);
  limitRooms(plan, mayGrow, more.archive->calls);
  more.archive->takeUp(*from.archive, [&](std::span<const uint64_t> input) {
    return before.setupChoices == 0 ? widened(before, plan, input)
                                    : sameInput(before, input, plan);
  });
  takeUpRooms(before, *from.archive, plan, *more.archive);
  SearchOptions mine = search;
  mine.timeoutSeconds = search.timeoutSeconds - from.end.seconds;
  more.end = runCampaign(prepared.sharedObject.path, *more.goal, mine,
                         *more.archive, progress);
  more.end.seconds += from.end.seconds;
  more.end.cutByTimeout |= from.end.cutByTimeout;
  more.end.cutProofs |= from.end.cutProofs;
  return more;
}

// Searches what is left over with calls ahead of the entry's, and as large
// objects as these want. If that brings something, `prepared` and `searched`
// are of the plan with these calls.
void searchSettingUp(Prepared &prepared, const SearchOptions &search,
                     const ProgressHook &progress, Searched &searched) {
  const Stopwatch watch;
  RunOptions options = searched.options;
  const uint32_t index = findEntry(prepared.program, options);
  const std::vector<TargetId> asked = searched.goal->asked();
  if (searched.end.cutByRestarts || searched.end.error ||
      interruptSignal() != 0 ||
      std::none_of(asked.begin(), asked.end(), [&](TargetId target) {
        return searched.archive->isOpen(target) &&
               !searched.archive->targets[target].isReached();
      }))
    return;
  options.inputs.setups = setupsToTry(prepared, options);
  if (options.inputs.setups.empty())
    return;
  const double left = search.timeoutSeconds - searched.end.seconds;
  if (left <= 0) {
    searched.end.cutByTimeout = true;
    return;
  }
  options.inputs.setupsAreChoices = true;
  Linked alone(prepared);
  InputPlan before = alone.program.functions[index].plan;
  if (!prepareSettingUp(prepared, options, fmt::format("setup-{}", index)))
    return;
  Searched more;
  bool canGrow = true;
  for (int growth = 1;; ++growth) {
    const bool mayGrow = canGrow && growth <= kMostGrowths;
    more = searchWithSetups(prepared, options, search, progress, before,
                            growth == 1 ? searched : more, mayGrow);
    before = prepared.program.functions[index].plan;
    const Wanted wanted(before, *more.archive, options.inputs, false, {});
    if (wanted.isNone() || more.end.error || interruptSignal() != 0 ||
        more.end.seconds >= search.timeoutSeconds)
      break;
    RunOptions grown = options;
    wanted.addTo(grown.inputs);
    canGrow = more.end.seconds - searched.end.seconds < left / 2 &&
              watch.seconds() < 2 * search.timeoutSeconds &&
              wanted.isNewTo(options.inputs) &&
              prepareSettingUp(prepared, grown,
                               fmt::format("setup-{}-{}", index, growth));
    if (canGrow)
      options = grown;
  }
  CallCounters &counts = searched.archive->calls.count();
  const CallCounters &after = more.archive->calls.count();
  if (reachedOf(*more.goal, *more.archive) ==
          reachedOf(*searched.goal, *searched.archive) &&
      after.findings == counts.findings) {
    std::move(alone).putBack(prepared);
    counts.evaluations = after.evaluations;
    searched.end.seconds = more.end.seconds;
    searched.end.cutByTimeout = more.end.cutByTimeout;
    searched.end.cutProofs = more.end.cutProofs;
    return;
  }
  searched = std::move(more);
  prepared.replay.reset();
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

// Calls ahead of the entry's that nobody has asked for may be such as C does
// not allow. What they lead to then says nothing against a proof.
void dropRefuting(const InputPlan &plan, const BranchSet &proved,
                  std::vector<Test> &tests) {
  std::erase_if(tests, [&](const Test &test) {
    return std::any_of(plan.setupCalls.begin(), plan.setupCalls.end(),
                       [&](const SetupCall &call) {
                         return isMade(call, test.inputs);
                       }) &&
           std::any_of(proved.begin(), proved.end(), [&](BranchId branch) {
             return test.covers.contains(branch);
           });
  });
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
  return {verdicts(), gcov ? std::optional(gcov->branches) : std::nullopt,
          findings.size(), evaluations,
          static_cast<size_t>(
              std::ranges::count_if(findings, [](const FindingReport &each) {
                return !each.accepted.empty();
              }))};
}

RunResult run(Prepared &prepared, const RunOptions &given,
              const ProgressHook &progress) {
  const Stopwatch sinceStart; // prepared's is that of a whole file
  SearchOptions search = given.search;
  if (search.directory.empty()) {
    // Functions of a file run side by side.
    search.directory =
        prepared.folder->path() /
        fmt::format("scratch-{}", findEntry(prepared.program, given));
    std::filesystem::create_directory(search.directory);
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
  const double left =
      std::max(search.timeoutSeconds - searched.end.seconds, 0.0);
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
  result.cutByTimeout = end.cutByTimeout;
  result.cutByRestarts = end.cutByRestarts;
  result.cutProofs = end.cutProofs;
  result.laterError = end.error;
  result.timing.search = end.seconds;
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
    result.comparison = comparer->compare(result.suite);
    if (options.oracle.maximize)
      result.cutByTimeout |= comparer->findLargest(
          prepared, options, search, goal, archive, *result.comparison);
    if (options.oracle.mostUlps)
      if (auto finding = ulpFinding(*result.comparison, entry.result,
                                    *options.oracle.mostUlps))
        result.findings.push_back(*std::move(finding));
  }
  dropUnasked(entry.plan, given.inputs, program, result.findings);
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
  const bool mayDeem =
      !goalNamed(options.goal).isAtPlaces && entry.plan.leftOut == 0;
  std::map<BranchId, std::string> refuted = replayed.refuted;
  addRefuted(goal, archive, result.suite, refuted);
  if (!refuted.empty())
    result.laterError = Error(ExitCode::Internal,
                              refuted.begin()->second + "; please report this");
  refuted.merge(replayed.questioned);
  result.branches =
      judge(goal, archive, result.suite, refuted, sawAll, mayDeem);
  leaveOutSpared(goal, result.branches);
  for (BranchVerdict &branch : result.branches) {
    if (branch.verdict != Verdict::Open)
      continue;
    if (const auto said = refuted.find(branch.branch); said != refuted.end())
      branch.doubt = said->second;
    else if (const auto doubt = replayed.doubts.find(branch.branch);
             doubt != replayed.doubts.end())
      branch.doubt = doubt->second;
    else if (archive.targets[branch.branch].isReached())
      branch.doubt = lacksTime ? "the search took it, and there was no time "
                                 "left to see it in a new process"
                               : "the search took it, and no call alone does";
  }
  result.timing.compile = prepared.object.seconds;
  result.timing.link = prepared.sharedObject.seconds +
                       (prepared.harness ? prepared.harness->seconds : 0);
  result.timing.total = prepared.sinceStart.seconds();
  return result;
}

} // namespace coverme
