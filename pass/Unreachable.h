// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_PASS_UNREACHABLE_H
#define COVERME_PASS_UNREACHABLE_H

#include "RuntimeHooks.h"

namespace coverme::pass {

/// Ends calls that come to an `unreachable` other than behind a call that
/// does not return:
///
///   call void @__coverme_unreachable()              ; may leave by longjmp
///   unreachable
///
/// The source says by __builtin_unreachable that there is no such call. One
/// that is made all the same goes anywhere, in each build elsewhere.
void excludeUnreachable(llvm::Function &function, RuntimeHooks &hooks);

} // namespace coverme::pass

#endif
