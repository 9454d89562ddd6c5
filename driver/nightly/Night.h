// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A night: every function of the manifest's libraries is searched where
// something has changed since its last result, and replayed otherwise. What
// comes out is in the store as soon as it is there, so that a night that was
// cut goes on where it ended.
#ifndef COVERME_DRIVER_NIGHTLY_NIGHT_H
#define COVERME_DRIVER_NIGHTLY_NIGHT_H

#include "nightly/Compare.h"
#include "nightly/Manifest.h"
#include "nightly/Sqlite.h"
#include "options/Options.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace coverme {

// The part of all functions that a machine runs.
struct Shard {
  size_t number = 1, count = 1;

  bool has(const NightlyFunction &function) const;
};

struct NightProgress {
  size_t done, functions;
  double seconds;
};

struct NightOptions {
  std::string label;
  Shard shard;
  size_t jobs = 1;
  // A command line of coverme's. Throws Error(BadInput).
  std::function<CommandLine(const std::vector<std::string> &)> parse;
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

// The label of today, as "2026-11-23" in UTC.
std::string labelOfToday();

// Sums, changes, and the end of a run whose results are all there.
// require: a transaction
void finishRun(Database &store, int64_t run, const Manifest &manifest,
               const Shard &shard);

// Writes what the library is at in this run.
void setVersion(Database &store, int64_t run, const std::string &library,
                const std::string &version);

} // namespace coverme

#endif
