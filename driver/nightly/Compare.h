// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells what a night has changed, and which changes for the worse of earlier
// nights still stand.
#ifndef COVERME_DRIVER_NIGHTLY_COMPARE_H
#define COVERME_DRIVER_NIGHTLY_COMPARE_H

#include "nightly/Manifest.h"
#include "nightly/Results.h"

#include <functional>
#include <string>
#include <vector>

namespace coverme {

struct NightlyChange {
  NightlyFunction function;
  std::string kind, name, text, command;
  std::string accepted; // why, by whom, until when; empty: not accepted
  std::string since;    // the label of the night of the change

  bool operator==(const NightlyChange &) const = default;
};

// Writes to the store the changes of a run whose results are all there, for the
// functions for which `isMine` is true.
void recordChanges(Database &database, int64_t run, const Manifest &manifest,
                   const std::function<bool(const NightlyFunction &)> &isMine);

// The changes of a run, ordered by kind, function and name.
std::vector<NightlyChange> changesOf(const Database &database, int64_t run);

// The changes for the worse of earlier nights, of the kinds of
// Manifest::failOn, that are neither mended nor accepted at the end of this
// run.
std::vector<NightlyChange> standingChanges(const Database &database,
                                           int64_t run,
                                           const Manifest &manifest);

// The command that runs the function as this night did, in the library's
// folder, from a shell anywhere.
std::string nightlyCommand(const NightlyLibrary &library,
                           const NightlyFunction &function,
                           const std::vector<std::string> &options);

} // namespace coverme

#endif
