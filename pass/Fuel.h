// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds the loop iterations and recursive calls of one call, so that a search
// that finds an endless one gets its process back without a signal.
#ifndef COVERME_PASS_FUEL_H
#define COVERME_PASS_FUEL_H

#include "RuntimeHooks.h"

#include "llvm/IR/Function.h"

#include <vector>

namespace coverme::pass {

struct BackEdge {
  llvm::BasicBlock *from;
  llvm::BasicBlock *to;
};

/// The back edges of `function`, without doubles, in a fixed order.
std::vector<BackEdge> findBackEdges(llvm::Function &function);

/// The direct calls by which functions may come to call themselves, in a fixed
/// order. The stack bounds them late or not at all: a shallow tree of calls may
/// have millions, and the optimiser makes loops of calls that come last.
std::vector<llvm::Instruction *> findRecursiveCalls(llvm::Module &module);

/// Puts on each edge (or once ahead of a terminator whose edges cannot be
/// split, a computed goto, say), and ahead of each call:
///
///   %f = load i64, ptr @__coverme_fuel
///   %left = sub i64 %f, 1
///   store i64 %left, ptr @__coverme_fuel
///   %dry = icmp eq i64 %left, 0
///   br i1 %dry, label %out, label %cont        ; unlikely
/// out:
///   call void @__coverme_out_of_fuel()         ; may leave by longjmp
///   br label %cont
///
void insertFuel(const std::vector<BackEdge> &backEdges,
                const std::vector<llvm::Instruction *> &calls,
                RuntimeHooks &hooks);

} // namespace coverme::pass

#endif
