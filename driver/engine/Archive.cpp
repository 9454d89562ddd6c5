// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "engine/Archive.h"

namespace coverme {

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
        continue;
      }
      if (record.witness != 0)
        continue;
      if (!isWitness)
        archive.addWitness(
            {archive.calls.current.begin(), archive.calls.current.end()});
      isWitness = true;
      record.witness = archive.count().witnesses;
    }
  }
}

} // namespace coverme
