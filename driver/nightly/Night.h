// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a night: searches every function of the manifest's libraries where
// something has changed since its last result, and replays it otherwise.
// Results are in the store as soon as they are known, so that a night that was
// cut goes on where it ended.
#ifndef COVERME_DRIVER_NIGHTLY_NIGHT_H
#define COVERME_DRIVER_NIGHTLY_NIGHT_H

#include "nightly/FileScan.h"
#include "nightly/Manifest.h"
#include "nightly/RunRecord.h"
#include "nightly/Sqlite.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace coverme {

struct NightProgress {
  size_t done, functions;
  double seconds;
};

struct NightOptions {
  std::string label;
  Shard shard;
  size_t jobs = 1;
  CommandLineParser parse;
  std::function<void(const NightProgress &)> progress;
};

struct NightEnd {
  int64_t run = 0;
  // What was not run at all, with the reason.
  std::vector<std::string> failures;
  std::vector<std::string> notes;
};

// Runs the night. Throws Error(BadInput) when the label is that of a run of
// another manifest or tool, and as throwIfInterrupted does. Changes the working
// folder.
// require: the store is locked, and no other part of this process has children
NightEnd runNight(Database &store, const Manifest &manifest,
                  const NightOptions &options);

} // namespace coverme

#endif
