// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Archive.h"

#include "execute/RoomSizes.h"

#include <algorithm>
#include <cassert>

namespace coverme {

Archive::Archive(const Goal &goal)
    : Archive(goal.program.functions[goal.scope.entry].inputs().size(),
              goal.program.sites.size(), goal.targetCount(),
              goal.program.functions[goal.scope.entry].plan.buffers.size()) {
  limitRooms(goal.program.functions[goal.scope.entry].plan, /*canGrow=*/false,
             calls);
}

std::vector<std::vector<uint64_t>> Archive::witnesses() const {
  std::vector<std::vector<uint64_t>> list;
  for (size_t i = 0; i < count().witnesses; ++i)
    list.emplace_back(witnessInput(i).begin(), witnessInput(i).end());
  return list;
}

void Archive::takeUp(
    const Archive &plain,
    const std::function<std::vector<uint64_t>(std::span<const uint64_t>)>
        &widened) {
  assert(count().witnesses == 0 && calls.count().evaluations == 0);
  for (size_t i = 0; i < plain.count().witnesses; ++i)
    addWitness(widened(plain.witnessInput(i)));
  count() = plain.count();
  count().stopRequested = count().searchDone = count().sizesLearnt =
      count().placesTried = 0;
  count().sizingsBegun = count().placesBegun = 0;
  proofs.protect(PROT_READ | PROT_WRITE);
  for (TargetId i = 0; i < std::min(targets.size(), plain.targets.size());
       ++i) {
    proofs[i] = plain.proofs[i];
    targets[i] = plain.targets[i];
    targets[i].misses = targets[i].best = targets[i].worst = 0;
  }
  proofs.protect(PROT_READ);
  CallCounters &counts = calls.count();
  const CallCounters &others = plain.calls.count();
  for (size_t i = 0; i < others.findings; ++i)
    calls.addFinding(plain.calls.findings[i],
                     widened(plain.calls.findingInput(i)));
  for (size_t i = 0; i < others.crashing; ++i) {
    const std::vector<uint64_t> input = widened(plain.calls.crashingInput(i));
    std::copy(input.begin(), input.end(), calls.current.begin());
    calls.addCrashing();
  }
  counts.evaluations = counts.takenUp = others.evaluations;
  counts.uncharged = others.uncharged;
  counts.accepted = others.accepted;
  count().costToGain = counts.cost(); // surcharges are its own
}

void Archive::forgetReached() const {
  count().witnesses = 0;
  for (TargetRecord &record : targets)
    record.witness = record.endingWitness = record.nonReturning = 0;
}

void recordNonReturning(const Goal &goal, const Archive &archive) {
  bool isWitness = false;
  for (const uint32_t site : archive.calls.touchedSites()) {
    const coverme_visit *visit = archive.calls.visitOf(site);
    if (visit == nullptr)
      continue;
    for (const TargetId target : goal.targetsAt(site)) {
      TargetRecord &record = archive.targets[target];
      if (goal.distance(target, *visit) != 0)
        continue;
      if (!goal.countsAllCalls() || record.proved != 0) {
        ++record.nonReturning;
        std::copy(archive.calls.current.begin(), archive.calls.current.end(),
                  archive.cutInput(target).begin());
        continue;
      }
      if (record.witness != 0)
        continue;
      if (!isWitness)
        archive.addWitness(
            {archive.calls.current.begin(), archive.calls.current.end()});
      isWitness = true;
      record.witness = archive.count().witnesses;
      record.reachedAfter = archive.calls.count().evaluations;
    }
  }
}

} // namespace coverme
