// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sites count.
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
  std::vector<uint32_t> sites;     // all of theirs, ascending
  std::vector<uint32_t> decisions; // those that are reported
  std::vector<uint32_t> marks;     // those at places, which decide nothing
  // Of functions that those above call, which are not to be covered: what they
  // return may decide what is.
  std::vector<uint32_t> helperFunctions, helperSites;
  uint32_t firstAssumption = UINT32_MAX; // as Program::firstAssumption

  // Adds the site to the lists that it belongs to.
  void addSite(const Program &program, uint32_t site);

  // The sites whose branches are reported; the others are marks or a harness's.
  std::span<const uint32_t> reportedSites() const { return decisions; }
};

// The entry alone, or with the functions of the object that it calls, directly
// or through others. Without, and if they are of a source with a greater number
// than `lastCounted`, these help.
Scope makeScope(const Program &program, uint32_t entry, bool withCallees,
                size_t lastCounted = SIZE_MAX);

} // namespace coverme

#endif
