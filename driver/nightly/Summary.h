// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The summary of a night, for the morning after.
#ifndef COVERME_DRIVER_NIGHTLY_SUMMARY_H
#define COVERME_DRIVER_NIGHTLY_SUMMARY_H

#include "nightly/Compare.h"
#include "nightly/Manifest.h"
#include "nightly/Sqlite.h"

#include <cstdint>
#include <string>
#include <vector>

namespace coverme {

struct NightSummary {
  struct Library {
    std::string name, version;
    uint64_t functions = 0, searched = 0, replayed = 0;
    VerdictCounts counts;
    uint64_t findings = 0;
    double seconds = 0;
  };

  std::string label, upgrade; // what other tools ran than on the night before
  bool isFirst = false;       // the first night of the store
  std::vector<Library> libraries;
  std::vector<NightlyChange> changes;  // those of this night
  std::vector<NightlyChange> standing; // those of other nights
  std::set<std::string> failOn;
  std::vector<std::string> failures; // what was not run, with the reason

  bool isWorse(const NightlyChange &change) const {
    return change.accepted.empty() && failOn.contains(change.kind);
  }
  // Is there anything that somebody should look at?
  bool fails() const;
};

NightSummary summaryOf(const Database &store, int64_t run,
                       const Manifest &manifest,
                       std::vector<std::string> failures);

std::string summaryText(const NightSummary &summary);
std::string summaryMarkdown(const NightSummary &summary);
// A test for each library, change for the worse, and what was not run.
std::string summaryJunit(const NightSummary &summary);

} // namespace coverme

#endif
