// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edges from which the driver finds a branch's descendants (PLDI'17,
// Def. 3.2).
#ifndef COVERME_PASS_EDGES_H
#define COVERME_PASS_EDGES_H

#include "BranchSites.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <vector>

namespace coverme::pass {

/// The index of each instrumented function. For look-up only.
using FunctionIndex = llvm::DenseMap<const llvm::Function *, uint32_t>;

/// The instrumented function that `call` calls by name, or null. The types of
/// call and function may differ (a K&R declaration).
const llvm::Function *calledFunction(const llvm::CallBase &call);

/// Adds to the flags of each function those of the functions that it calls,
/// directly or through others. `Facts` of a function have `flags`, a map to
/// numbers, and `callees`, indices of functions.
template <class Facts> void addFlagsOfCallees(std::vector<Facts> &all) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (Facts &each : all)
      for (uint32_t callee : each.callees)
        for (const auto &[key, flags] : all[callee].flags) {
          uint32_t &own = each.flags[key];
          changed |= (own | flags) != own;
          own |= flags;
        }
  }
}

/// Fills the edges of `sites`, all those of `function`, whose indices begin at
/// `firstSite`; returns the edges from the function's entry.
///
/// An edge leads to each site that can come next without another one in
/// between, and into each function of the module that is called on the way.
/// Edges are sorted, without doubles.
std::vector<uint32_t> linkSites(const llvm::Function &function,
                                uint32_t firstSite, std::vector<Site> &sites,
                                const FunctionIndex &functionIndex);

} // namespace coverme::pass

#endif
