// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The row of a night in the store: what it began with, and what it came to.
#ifndef COVERME_DRIVER_NIGHTLY_RUN_RECORD_H
#define COVERME_DRIVER_NIGHTLY_RUN_RECORD_H

#include "nightly/Manifest.h"
#include "nightly/Results.h"
#include "nightly/Sqlite.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace coverme {

// The part of all functions that a machine runs.
struct Shard {
  size_t number = 1, count = 1;

  bool has(const NightlyFunction &function) const;
};

// The versions of what computes results beside the code. Builds of one version
// of coverme may differ, so it has a digest.
struct RunTools {
  std::string coverme, compiler;
};
RunTools currentTools();

// The label of today, as "2026-11-23" in UTC.
std::string labelOfToday();

// The seed of a label: that of its day, so that each night begins elsewhere; of
// other labels, any number.
uint64_t seedOf(const std::string &label);

struct BegunRun {
  int64_t run = 0;
  bool isFinished = false; // by an earlier call
};

// The run of this label, which an earlier call may have begun. Throws
// Error(BadInput) if that was with another manifest or other tools.
BegunRun beginRun(Database &store, const Manifest &manifest,
                  const std::string &label, const Shard &shard,
                  const RunTools &tools);

// Writes the library's version in this run.
void setVersion(Database &store, int64_t run, const std::string &library,
                const std::string &version);

// Writes the sums, the changes and the end of a run whose results are all
// there.
// require: a transaction
void finishRun(Database &store, int64_t run, const Manifest &manifest,
               const Shard &shard);

} // namespace coverme

#endif
