// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C99's inline definitions. Calls of them may go to an external definition, in
// an object that we do not have.
#ifndef COVERME_PASS_INLINECOPIES_H
#define COVERME_PASS_INLINECOPIES_H

#include "llvm/IR/Module.h"

namespace coverme::pass {

/// Makes internal functions of those inline definitions that have to stay
/// (`used`, by the frontend plugin's mark or the user's) and of those that the
/// module calls (COVERME_INLINE_COPIES_VARIABLE names them), so that they are
/// instrumented like static ones, and all calls in the module go to them. An
/// attribute says that elsewhere calls may go to another definition. GNU's
/// extern inline, such as libc's, is left for the inliner.
void keepInlineCopies(llvm::Module &module);

} // namespace coverme::pass

#endif
