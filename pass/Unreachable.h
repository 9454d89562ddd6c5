// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ends calls that come to what the source declares unreachable.
#ifndef COVERME_PASS_UNREACHABLE_H
#define COVERME_PASS_UNREACHABLE_H

#include "RuntimeHooks.h"

namespace coverme::pass {

/// Is there a place in the function that the source declares unreachable, by
/// __builtin_unreachable, or behind a call of what it declares noreturn? The
/// functions of the C and C++ libraries keep that promise.
bool isDefinedInPart(llvm::Function &function);

/// Ends calls that come to such a place, if the code is here that may lead
/// there: an `unreachable` behind anything but a call that does not return, and
/// the return of a function that is declared noreturn.
///
///   call void @__coverme_unreachable()              ; may leave by longjmp
///   unreachable
///
/// C gives such a call no meaning. One that is made all the same goes anywhere,
/// in each build elsewhere.
void excludeUnreachable(llvm::Function &function, RuntimeHooks &hooks);

} // namespace coverme::pass

#endif
