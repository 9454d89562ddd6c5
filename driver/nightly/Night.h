// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A night: every function of the manifest's libraries is searched where
// something has changed since its last result, and replayed otherwise. What
// comes out is in the store as soon as it is there, so that a night that was
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
  // What was not run at all, and why.
  std::vector<std::string> failures;
  std::vector<std::string> notes;
};

// Throws Error(BadInput) when the label is that of a run of another manifest or
// tool, and as throwIfInterrupted does.
// require: the store is locked, and nobody else in the process has children.
// The working folder is another one afterwards.
NightEnd runNight(Database &store, const Manifest &manifest,
                  const NightOptions &options);

} // namespace coverme

#endif
