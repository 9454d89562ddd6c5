// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sites count.
#ifndef COVERME_DRIVER_SEARCH_SCOPE_H
#define COVERME_DRIVER_SEARCH_SCOPE_H

#include "target/Program.h"

#include <span>
#include <vector>

namespace coverme {

// The functions whose branches are to be covered when `entry` is called.
struct Scope {
  uint32_t entry = 0;
  uint32_t caller = 0; // the function to call: the entry, or its harness
  std::vector<uint32_t> functions;  // ascending, with the entry
  std::vector<uint32_t> sites;      // all of theirs, ascending
  uint32_t firstGuard = UINT32_MAX; // as Program::firstGuard

  // Those that are reported; the others are a harness's.
  std::span<const uint32_t> judgedSites() const;
};

// The entry alone, or with the functions of the object that it calls, directly
// or through others.
Scope makeScope(const Program &program, uint32_t entry, bool withCallees);

} // namespace coverme

#endif
