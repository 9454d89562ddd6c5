// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Scheduler.h"

#include "engine/Searcher.h"
#include "engine/SetupSearch.h"

namespace coverme {
namespace {

// The search of an entry without numbers: only where its pointers lead differs.
void runWithoutNumbers(Objective &objective) {
  objective.evaluate({});
  wantInputs(objective);
  const std::vector<Input> ones = firstChoices(objective);
  const auto run = [&](const Input &choice) {
    if (objective.isDone())
      return;
    objective.chooseAliases(choice);
    objective.evaluate({});
  };
  for (const Input &one : ones)
    run(one);
  for (const Input &one : ones)
    for (const Input &two : neighboursOf(objective, one))
      run(two);
  objective.chooseAliases({});
}

} // namespace

void runSearch(Objective &objective, const SearchOptions &options,
               uint32_t restart, const Provers &provers) {
  constexpr uint64_t kStride = 0x9e3779b97f4a7c15; // 2^64 / golden ratio
  if (objective.plan().setupChoices != 0) {
    searchSetups(objective, options, options.seed + restart * kStride);
    return;
  }
  if (objective.inputs().size() == 0) {
    objective.archive.calls.count().isPlain = 1; // as there are no counts
    runWithoutNumbers(objective);
    proveOpen(objective, provers, kLateEffort);
    return;
  }
  Searcher searcher(objective, options, provers,
                    options.seed + restart * kStride);
  if (options.local == LocalMethod::Auto && !options.paper)
    searcher.learnSizes();
  for (const Input &seed : options.seeds)
    if (!objective.isDone())
      objective.evaluate(seed);
  if (objective.goal.asked().empty())
    searcher.runPlain();
  else if (options.paper)
    searcher.runPaper();
  else if (options.local == LocalMethod::Auto)
    searcher.runStaged(restart);
  else if (options.local == LocalMethod::Random)
    searcher.runRandom();
  else
    searcher.runAlgorithm1();
}

} // namespace coverme
