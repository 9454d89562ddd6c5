// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "run/SearchWithSetups.h"

#include "core/SeedInputs.h"
#include "execute/RoomSizes.h"
#include "frontend/c/Inputs.h"
#include "frontend/c/SetupCalls.h"
#include "goals/Goals.h"
#include "support/Error.h"
#include "support/Interrupt.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace coverme {

namespace {

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
      planInputs(program, entry, with, prepared.undefined);
      usable.push_back(call);
    } catch (const Error &) {
      // It takes what cannot be made.
    }
  }
  return usable;
}

// What prepareEntry() makes anew.
struct LinkedPlan {
  Program program;
  Built sharedObject;
  std::optional<Built> harness;

  explicit LinkedPlan(const Prepared &prepared)
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
  LinkedPlan before(prepared);
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
        old != rooms.end() &&
        before.buffers[old->second].byteSize() == plan.buffers[i].byteSize())
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
  more.watch = from.watch;
  more.options = options;
  more.goal = makeGoal(
      options.goal, program,
      makeScope(program, index, coversCallees(options), options.others.size()));
  more.archive = std::make_unique<Archive>(*more.goal);
  limitRooms(plan, mayGrow, more.archive->calls);
  const auto widened = [&](std::span<const uint64_t> input) {
    return sameInput(before, input, plan);
  };
  more.archive->takeUp(*from.archive, widened);
  takeUpRooms(before, *from.archive, plan, *more.archive);
  SearchOptions mine = search;
  // Where there is no room for some inputs any more, calls may do otherwise.
  if (!hasInputsOf(before, plan)) {
    more.archive->forgetReached();
    for (const std::vector<uint64_t> &witness : from.archive->witnesses())
      mine.seeds.push_back(widened(witness));
  }
  mine.timeoutSeconds = std::max(from.secondsLeft(search), 0.1);
  more.end = runCampaign(prepared.sharedObject.path, *more.goal, mine,
                         *more.archive, progress);
  more.end.seconds += from.end.seconds;
  more.end.proverSeconds += from.end.proverSeconds;
  more.end.cutByTimeout |= from.end.cutByTimeout;
  more.end.cutProofs |= from.end.cutProofs;
  return more;
}

} // namespace

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

void searchSettingUp(Prepared &prepared, const SearchOptions &search,
                     const ProgressHook &progress, Searched &searched) {
  RunOptions options = searched.options;
  const uint32_t index = findEntry(prepared.program, options);
  const std::vector<TargetId> asked = searched.goal->asked();
  if (searched.end.error || interruptSignal() != 0 ||
      std::none_of(asked.begin(), asked.end(), [&](TargetId target) {
        return searched.archive->isOpen(target) &&
               !searched.archive->targets[target].isReached();
      }))
    return;
  options.inputs.setups = setupsToTry(prepared, options);
  if (options.inputs.setups.empty())
    return;
  const double left = searched.secondsLeft(search);
  if (left <= 0) {
    searched.end.cutByTimeout = true;
    return;
  }
  options.inputs.setupsAreChoices = true;
  LinkedPlan alone(prepared);
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
        more.secondsLeft(search) <= 0)
      break;
    RunOptions grown = options;
    wanted.addTo(grown.inputs);
    canGrow = more.secondsLeft(search) > left / 2 &&
              wanted.isNewTo(options.inputs) &&
              prepareSettingUp(prepared, grown,
                               fmt::format("setup-{}-{}", index, growth));
    if (canGrow)
      options = grown;
  }
  CallCounters &counts = searched.archive->calls.count();
  const CallCounters &after = more.archive->calls.count();
  const bool reachesAll = std::ranges::all_of(asked, [&](TargetId target) {
    return !searched.archive->targets[target].isReached() ||
           more.archive->targets[target].isReached();
  });
  if (!reachesAll || (reachedOf(*more.goal, *more.archive) ==
                          reachedOf(*searched.goal, *searched.archive) &&
                      after.findings == counts.findings)) {
    std::move(alone).putBack(prepared);
    counts.evaluations = after.evaluations;
    searched.end.seconds = more.end.seconds;
    searched.end.proverSeconds = more.end.proverSeconds;
    searched.end.cutByTimeout = more.end.cutByTimeout;
    searched.end.cutProofs = more.end.cutProofs;
    return;
  }
  searched = std::move(more);
  prepared.replay.reset();
}

} // namespace coverme
