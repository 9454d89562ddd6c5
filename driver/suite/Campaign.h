// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search in a worker, started again when the code under test kills it.
#ifndef COVERME_DRIVER_SUITE_CAMPAIGN_H
#define COVERME_DRIVER_SUITE_CAMPAIGN_H

#include "Options.h"
#include "search/Scope.h"
#include "search/SearchState.h"
#include "worker/Worker.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace coverme {

struct CampaignEnd {
  bool cutByTimeout = false;
  bool cutByRestarts = false; // the code under test killed too many workers
  bool cutProofs = false;     // by the time, when the search had ended
  // What ended the search, which stands all the same.
  std::optional<Error> error;
  double seconds = 0;
};

struct Progress {
  size_t covered, branches;
  uint64_t evaluations;
  double seconds; // since the search began
};

// Called about ten times a second.
using ProgressHook = std::function<void(const Progress &)>;

// Searches until every branch of the scope is covered or the budget is spent.
// What was found, and every way the code misbehaved, is in `state`. It ends
// within a second of options.timeoutSeconds. Throws as failToLoad does when the
// object cannot be loaded.
CampaignEnd runCampaign(const std::filesystem::path &sharedObject,
                        const Program &program, const Scope &scope,
                        const SearchOptions &options, SearchState &state,
                        const ProgressHook &progress);

// Keeps what ended a worker in the middle of a call as a finding.
// require: end.finished is false
void recordDeath(const WorkerEnd &end, SearchState &state);

} // namespace coverme

#endif
