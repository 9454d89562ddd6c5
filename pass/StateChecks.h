// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts r = pen(l, op, a, b) ahead of each site (PLDI'17, Def. 4.2), behind a
// check of one byte.
#ifndef COVERME_PASS_STATECHECKS_H
#define COVERME_PASS_STATECHECKS_H

#include "BranchSites.h"
#include "RuntimeHooks.h"

namespace coverme::pass {

/// The module's part of the section coverme_states, one byte per site.
/// require: siteCount > 0
llvm::GlobalVariable *createStates(llvm::Module &module, uint64_t siteCount);

/// Rewrites
///
///   %c = fcmp olt double %a, %b
///   br i1 %c, label %yes, label %no
/// to
///   %c = fcmp olt double %a, %b
///   %s = load i8, ptr getelementptr (i8, ptr @coverme.states, i64 <index>)
///   %on = icmp ne i8 %s, 0
///   br i1 %on, label %pen, label %cont         ; unlikely
/// pen:
///   call void @__coverme_pen_f64(ptr <the byte>, i32 4, double %a, double %b)
///   br label %cont
/// cont:
///   br i1 %c, label %yes, label %no
///
/// and the same ahead of a select, with frozen operands where they may be
/// indefinite, so that hook and branch see the same. What widens an operand to
/// the hook's type stands in `pen`, so that a site that is off costs the load
/// alone.
void insertCheck(Site &site, uint64_t index, llvm::GlobalVariable *states,
                 RuntimeHooks &hooks);

/// Removes what attributes promise of functions whose code is here, or may be.
/// Hooks make some of it untrue: a function that the source calls `const` or
/// `pure` now writes memory, and may not return (out of fuel). The optimiser
/// would merge or drop calls, and their hits with them. And the source may be
/// wrong about the result (`malloc`, `returns_nonnull`, `assume_aligned`):
/// other builds go by what the code does.
void dropPromises(llvm::Module &module);

} // namespace coverme::pass

#endif
