// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C99's inline definitions. Calls of them may go to an external definition, in
// an object that we do not have.
#ifndef COVERME_PASS_INLINECOPIES_H
#define COVERME_PASS_INLINECOPIES_H

#include "llvm/IR/Module.h"

namespace coverme::pass {

/// Makes functions of the module's own of those inline definitions that have to
/// stay (`used`, by the frontend plugin's mark or the user's), so that they are
/// instrumented like static ones, and all calls of the module go to them. An
/// attribute tells that elsewhere they may not.
/// Others, such as libc's, are left for the inliner.
void keepInlineCopies(llvm::Module &module);

} // namespace coverme::pass

#endif
