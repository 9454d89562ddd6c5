// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search in a worker, started again when the code under test kills it.
#ifndef COVERME_DRIVER_ENGINE_CAMPAIGN_H
#define COVERME_DRIVER_ENGINE_CAMPAIGN_H

#include "core/Scope.h"
#include "engine/Archive.h"
#include "execute/Worker.h"
#include "options/Options.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace coverme {

struct CampaignEnd {
  bool cutByTimeout = false;
  bool cutByRestarts = false; // the code under test killed too many workers
  bool cutProofs = false;     // the time ended the provers' last turn
  // An error that ended the search; what was found until then is valid.
  std::optional<Error> error;
  double seconds = 0;
  double proverSeconds = 0; // of these, what provers took
};

struct Progress {
  size_t reached, decided, asked; // targets; decided are proofs, too
  uint64_t evaluations;
  double seconds; // since the search began
};

// Called about ten times a second.
using ProgressHook = std::function<void(const Progress &)>;

// Searches until nothing of the goal is open or the budget is spent. What was
// found, and every way the code misbehaved, is in `archive`. It ends
// within a second of options.timeoutSeconds. Throws as failToLoad does when the
// object cannot be loaded.
CampaignEnd runCampaign(const std::filesystem::path &sharedObject,
                        const Goal &goal, const SearchOptions &options,
                        Archive &archive, const ProgressHook &progress);

// Records, as a finding, what ended a worker in the middle of a call.
// require: end.finished is false
void recordDeath(const WorkerEnd &end, CallLog &calls);

} // namespace coverme

#endif
