// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a night has changed, and which of what earlier nights have made worse is
// so still.
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
  std::string accepted; // why, by whom, until when; empty: it is not
  std::string since;    // the night that made it

  bool operator==(const NightlyChange &) const = default;
};

// Writes the changes of a run whose results are all there to the store, for
// functions that `isMine` says yes to.
void recordChanges(Database &database, int64_t run, const Manifest &manifest,
                   const std::function<bool(const NightlyFunction &)> &isMine);

// By kinds, functions and names.
std::vector<NightlyChange> changesOf(const Database &database, int64_t run);

// What earlier nights made worse, in kinds of Manifest::failOn, and is neither
// mended nor accepted at the end of this run.
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
