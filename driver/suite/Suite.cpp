// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "suite/Suite.h"

#include "worker/Worker.h"

#include <algorithm>
#include <map>

namespace coverme {
namespace {

// What confirming workers write, one row per witness.
class Confirmations {
public:
  Confirmations(size_t count, size_t outWidth, size_t branchCount)
      : returned(count), outs(count * outWidth), hits(count * branchCount),
        progress(1), outWidth(outWidth), branchCount(branchCount) {}

  uint64_t *out(size_t i) const { return outs.data() + i * outWidth; }
  uint8_t *hit(size_t i) const { return hits.data() + i * branchCount; }

  SharedArray<uint8_t> returned;
  SharedArray<uint64_t> outs;
  SharedArray<uint8_t> hits; // by place in the scope's branches
  SharedArray<uint64_t> progress;

private:
  size_t outWidth, branchCount;
};

// Calls the entry on the witness with every site recording.
void confirmOne(const LoadedObject &object, const Scope &scope,
                SearchState &scratch, std::span<const uint64_t> input, size_t i,
                const Confirmations &results) {
  for (const uint32_t site : scope.sites)
    object.states[site] = COVERME_STATE_RECORD;
  const int outcome = object.call(scope.entry, input.data(), results.out(i));
  ++results.progress[0];
  if (outcome != COVERME_RETURNED)
    return;
  const coverme_session &session = scratch.sessionRecord();
  for (size_t place = 0; place < scope.sites.size(); ++place) {
    const coverme_visit &visit = session.visits[scope.sites[place]];
    if (visit.epoch == session.epoch)
      for (const bool taken : {false, true})
        results.hit(i)[branchOf(static_cast<uint32_t>(place), taken)] =
            visit.distance[taken] == 0;
  }
  results.returned[i] = 1;
}

} // namespace

std::vector<Test> confirmWitnesses(const std::filesystem::path &sharedObject,
                                   const Program &program, const Scope &scope,
                                   const SearchOptions &options,
                                   const SearchState &found) {
  const Function &entry = program.functions[scope.entry];
  const size_t inputCount = entry.parameters.size();
  const size_t count = found.count().witnesses;
  const Confirmations results(count, 1 + inputCount, 2 * scope.sites.size());
  SearchState scratch(inputCount, program.sites.size());
  scratch.sessionRecord().fuel = options.fuel;

  // Code without state of its own may share a process; other code gets a new
  // one for every witness.
  const size_t perWorker =
      entry.mayKeepState() ? 1 : std::max<size_t>(count, 1);
  WorkerWatch watch;
  watch.heartbeat = [&] { return results.progress[0]; };
  for (size_t first = 0; first < count;) {
    const size_t last = std::min(first + perWorker, count);
    const WorkerEnd end = runInWorker(
        [&] {
          const LoadedObject object = loadObject(sharedObject, program);
          catchSignalsOfCalls(object, &scratch.count().lastSignal);
          object.attach(&scratch.sessionRecord());
          for (size_t i = first; i < last; ++i)
            confirmOne(object, scope, scratch, found.witnessInput(i), i,
                       results);
        },
        watch);
    // A worker that died took the witness it was at with it, no more.
    first = end.finished ? last : results.progress[0] + 1;
    results.progress[0] = first;
  }

  std::vector<Test> tests;
  for (size_t i = 0; i < count; ++i) {
    if (results.returned[i] == 0)
      continue;
    const auto input = found.witnessInput(i);
    Test test{{input.begin(), input.end()}, results.out(i)[0], {}, {}};
    size_t slot = 1;
    for (const Parameter &parameter : entry.parameters)
      if (parameter.isPointer)
        test.pointees.push_back(results.out(i)[slot++]);
    for (size_t place = 0; place < scope.sites.size(); ++place)
      for (const bool taken : {false, true})
        if (results.hit(i)[branchOf(static_cast<uint32_t>(place), taken)] != 0)
          test.covers.push_back(branchOf(scope.sites[place], taken));
    tests.push_back(std::move(test));
  }
  return tests;
}

std::vector<Test> minimiseSuite(std::vector<Test> candidates) {
  std::map<BranchId, uint32_t> timesCovered; // by the chosen tests
  std::vector<bool> chosen(candidates.size(), false);
  const auto gain = [&](const Test &test) {
    return std::count_if(
        test.covers.begin(), test.covers.end(),
        [&](BranchId branch) { return timesCovered[branch] == 0; });
  };
  for (;;) {
    size_t best = candidates.size();
    std::ptrdiff_t bestGain = 0;
    for (size_t i = 0; i < candidates.size(); ++i)
      if (!chosen[i])
        if (const auto gained = gain(candidates[i]); gained > bestGain) {
          best = i;
          bestGain = gained;
        }
    if (best == candidates.size())
      break;
    chosen[best] = true;
    for (const BranchId branch : candidates[best].covers)
      ++timesCovered[branch];
  }

  for (size_t i = 0; i < candidates.size(); ++i) {
    const std::vector<BranchId> &covers = candidates[i].covers;
    const bool redundant =
        std::all_of(covers.begin(), covers.end(),
                    [&](BranchId branch) { return timesCovered[branch] > 1; });
    if (!chosen[i] || !redundant)
      continue;
    chosen[i] = false;
    for (const BranchId branch : covers)
      --timesCovered[branch];
  }

  std::vector<Test> suite;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (chosen[i])
      suite.push_back(std::move(candidates[i]));
  return suite;
}

} // namespace coverme
