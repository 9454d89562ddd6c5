// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/SearchGrowing.h"

#include "core/ElementNames.h"
#include "core/InputBounds.h"
#include "core/SeedInputs.h"
#include "evidence/CoverageBuild.h"
#include "execute/RoomSizes.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/OpenVariables.h"
#include "goals/Goals.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace coverme {

namespace {

// After these parts of --timeout objects grow no more: where a search has
// reached something, and where it has not, so that nothing else can help. What
// is left is the last search's.
constexpr double kGrowingTime = 0.5;
constexpr double kGrowingAlways = 0.9;

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
                    planInputs(prepared.program, entry, grown.inputs,
                               prepared.undefined)))
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

// The variables that may become inputs when branches are left over.
std::vector<OpenVariable> variablesToTry(const Prepared &prepared,
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
  std::vector<OpenVariable> open =
      openVariables(prepared.program, entry, files);
  std::erase_if(open, [&](const OpenVariable &variable) {
    return std::ranges::find(options.inputs.globals, variable.name) !=
           options.inputs.globals.end();
  });
  return open;
}

// Results of functions made up, by siblingsOf() what they are called as
// --array has it: more of those that calls have used up.
void wantResults(const InputPlan &plan, uint64_t usedUp,
                 std::map<std::string, uint32_t> &elements) {
  for (size_t i = 0; i < plan.stubs.size() && i < 64; ++i)
    if (plan.stubs[i].isCountGuessed && (usedUp >> i & 1) != 0)
      elements[siblingsOf(plan.stubs[i].called)] = kMoreStubResults;
}

// Says where places are, if all are in files that do not count.
[[noreturn]] void failWithoutPlaces(const Program &program,
                                    const RunOptions &options,
                                    const Function &entry) {
  std::set<uint32_t> sources;
  for (const Function &function : program.functions)
    for (uint32_t i = 0; i < function.siteCount; ++i)
      if (program.sites[function.firstSite + i].isMark())
        sources.insert(function.source);
  if (sources.empty() || options.isCounted(*sources.begin()))
    fail(ExitCode::BadInput,
         "no such place in '{}' or what it calls; --all looks at every "
         "function",
         entry.label());
  fail(ExitCode::BadInput,
       "no such place in '{}', only in '{}', whose places do not count with "
       "--with; give both files without it",
       options.source.string(), options.sources()[*sources.begin()].string());
}

} // namespace

Wanted::Wanted(const InputPlan &plan, const Archive &archive,
               const InputOptions &options, bool mayFail,
               const std::vector<OpenVariable> &open)
    : elements(wantedElements(plan, archive.calls, options.learnt)),
      ahead(wantedAhead(plan, archive.calls)),
      freed(givenBack(plan, archive.calls)),
      allocations(mayFail && archive.calls.count().wantsRoom != 0
                      ? archive.calls.count().allocations
                      : 0) {
  if (archive.calls.count().wantsVariables != 0)
    variables = open;
  if (archive.calls.count().mayTakeResults != 0 &&
      archive.calls.count().wantsRoom != 0)
    wantResults(plan, archive.calls.count().usedUpStubs, elements);
}

bool Wanted::isNone() const {
  return elements.empty() && ahead.empty() && freed.empty() &&
         allocations == 0 && variables.empty();
}

bool Wanted::isNewTo(const InputOptions &options) const {
  return !elements.empty() || !ahead.empty() || allocations != 0 ||
         !variables.empty() || !std::ranges::includes(options.freed, freed);
}

void Wanted::addTo(InputOptions &options) const {
  options.freed.insert(freed.begin(), freed.end());
  const auto learn = [](const std::map<std::string, uint32_t> &wanted,
                        std::map<std::string, uint32_t> &learnt) {
    for (const auto &[name, count] : wanted) {
      uint32_t &most = learnt[name];
      most = std::max(most, count);
    }
  };
  learn(elements, options.learnt);
  learn(ahead, options.learntAhead);
  if (allocations != 0)
    options.learntAllocations = allocations;
  for (const OpenVariable &variable : variables) {
    options.globals.push_back(variable.name);
    options.learntGlobals[variable.name] = variable.first;
  }
}

bool saysMoreOf(const InputPlan &plan, const InputOptions &options) {
  const bool isOfOthers = options.isForMany || !options.saidInFile.empty();
  return options.boundsCalls() && (!isOfOthers || plan.boundsCalls());
}

size_t reachedOf(const Goal &goal, const Archive &archive) {
  size_t reached = 0;
  for (const TargetId target : goal.asked()) {
    const TargetRecord &record = archive.targets[target];
    reached += record.isReached() + (record.witness != 0);
  }
  return reached;
}

double Searched::secondsLeft(const SearchOptions &search) const {
  constexpr double kCompileSeconds = 3;
  return search.timeoutSeconds -
         std::max(end.seconds, watch.seconds() - kCompileSeconds);
}

Searched searchEnlarging(Prepared &prepared, const RunOptions &options,
                         const SearchOptions &search,
                         const ProgressHook &progress) {
  Searched result;
  result.options = options;
  bool canGrow = true, isLate = false;
  double linking = 0; // seconds of the slowest growth so far
  double seconds = 0; // of searches, without what lies between
  double proverSeconds = 0;
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
      failWithoutPlaces(program, options, entry);
    result.archive = std::make_unique<Archive>(*result.goal);
    const bool mayGrow = canGrow && growth <= kMostGrowths;
    limitRooms(entry.plan, mayGrow, result.archive->calls);
    const bool mayFail = mayGrow &&
                         options.inputs.allocations == AllocationMode::Auto &&
                         !entry.plan.failingSlot;
    result.archive->calls.count().mayFail = mayFail;
    result.archive->calls.count().mayTakeResults = mayGrow;
    const std::vector<OpenVariable> open =
        mayGrow ? variablesToTry(prepared, result.options)
                : std::vector<OpenVariable>();
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
    result.end.seconds = seconds;
    mine.timeoutSeconds =
        std::max(result.secondsLeft(search),
                 std::min(1.0, search.timeoutSeconds * (1 - kGrowingAlways)));
    result.end = runCampaign(prepared.sharedObject.path, *result.goal, mine,
                             *result.archive, progress);
    result.end.seconds = seconds += result.end.seconds;
    result.end.proverSeconds = proverSeconds += result.end.proverSeconds;
    spent = std::min(result.archive->calls.count().cost(),
                     search.maxEvaluations / 2);
    const Wanted wanted(entry.plan, *result.archive, result.options.inputs,
                        mayFail, open);
    if (wanted.isNone() || result.end.error || interruptSignal() != 0)
      break;
    // Then objects have to do as they are.
    const bool hasReached = reachedOf(*result.goal, *result.archive) != 0;
    isLate = result.secondsLeft(search) - linking <
             search.timeoutSeconds *
                 (1 - (hasReached ? kGrowingTime : kGrowingAlways));
    if (result.archive->count().sizesLearnt != 0) {
      before = entry.plan;
      witnesses = result.archive->witnesses();
    }
    const Stopwatch growing;
    canGrow = !isLate && wanted.isNewTo(result.options.inputs) &&
              enlarge(prepared, result.options, wanted, growth);
    linking = std::max(linking, growing.seconds());
  }
  result.end.cutByTimeout |= isLate;
  return result;
}

} // namespace coverme
