// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions and sites a run is about.
#ifndef COVERME_DRIVER_CORE_SCOPE_H
#define COVERME_DRIVER_CORE_SCOPE_H

#include "core/Program.h"

#include <span>
#include <vector>

namespace coverme {

// The functions whose branches are to be covered when `entry` is called.
struct Scope {
  uint32_t entry = 0;
  uint32_t caller = 0; // the function to call: the entry, or its harness
  std::vector<uint32_t> functions; // ascending, with the entry
  std::vector<uint32_t> sites;     // all sites of these functions, ascending
  std::vector<uint32_t> decisions; // of the sites, those that are reported
  std::vector<uint32_t> marks;     // of the sites, the marks (Site::isMark)
  // Functions that those above or set-up calls lead to and that are not to be
  // covered, and their sites: what they return, or leave behind, may decide
  // what is covered.
  std::vector<uint32_t> helperFunctions, helperSites;
  uint32_t firstAssumption = UINT32_MAX; // as Program::firstAssumption

  // Adds the site to the lists that it belongs to.
  void addSite(const Program &program, uint32_t site);

  // The sites whose branches are reported; the others are marks or a harness's.
  std::span<const uint32_t> reportedSites() const { return decisions; }
};

// The scope of the entry alone or, `withCallees`, with the functions of the
// object that it calls, directly or through others. Callees that do not count,
// because `withCallees` is false, because their source has a number greater
// than `lastCounted`, or because nobody has written them, become helper
// functions, as do those of the entry's set-up calls.
Scope makeScope(const Program &program, uint32_t entry, bool withCallees,
                size_t lastCounted = SIZE_MAX);

} // namespace coverme

#endif
