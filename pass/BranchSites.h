// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the sites: the conditional decisions of the IR.
#ifndef COVERME_PASS_BRANCHSITES_H
#define COVERME_PASS_BRANCHSITES_H

#include "Condition.h"
#include "GccOrder.h"
#include "Marks.h"
#include "ShortCircuits.h"
#include "SwitchChains.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coverme::pass {

struct Site {
  llvm::Instruction *at; // the br or select
  coverme_site_kind kind;
  Comparison comparison;
  std::string place; // of a mark, in the words of coverme/marks.h
  // Where the outcomes [0] false and [1] true lead, as in coverme_site. Filled
  // once all sites have their numbers.
  std::array<std::vector<uint32_t>, 2> edges;
  // Does what the true outcome leads to stand first in the function?
  bool trueStandsFirst = false;
  // Where the outcomes of a br go on; 0: unknown.
  std::array<unsigned, 2> lines = {0, 0};
  // Of the last operand of a && or ||: does clang branch on the whole?
  std::optional<bool> isOfWhole;
  // Do its outcomes choose a value, as those of ?: do, and no way to go?
  bool isOfChoice = false;
  GccOrder gccOrder = GccOrder::Unknown;
};

/// The sites of `function` in IR order: each br whose successors differ and
/// each select on a single i1, unless the condition is a constant, clang made
/// the decision for itself, or nothing hangs on it (EmptyBodies.h); and the
/// marks. Only what the entry reaches counts: nobody can run the rest, and SSA
/// values may be cyclic there. require: the switches of `function` are lowered.
std::vector<Site> findSites(llvm::Function &function,
                            const CaseBranches &caseBranches,
                            const LastOperands &lastOperands,
                            const Marks &marks);

} // namespace coverme::pass

#endif
