// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps loops of programs that run without coverme as fast as they were.
#ifndef COVERME_PASS_PLAINLOOPS_H
#define COVERME_PASS_PLAINLOOPS_H

#include "RuntimeHooks.h"

#include "llvm/IR/Function.h"

namespace coverme::pass {

/// Gives small innermost loops that call nothing a copy, ahead of all checks,
/// which is run where nobody watches:
///
///   %left = load i64, ptr @__coverme_fuel
///   %alone = icmp ugt i64 %left, COVERME_MOST_FUEL
///   br i1 %alone, label %head.plain, label %head     ; likely
///
/// So such loops are vectorised as they would have been. A call that is watched
/// has less fuel than that.
void addPlainLoops(llvm::Function &function, RuntimeHooks &hooks);

} // namespace coverme::pass

#endif
