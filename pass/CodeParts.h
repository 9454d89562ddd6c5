// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a function that stands elsewhere in the source: ahead of its
// body, or where a parameter or a member is declared.
#ifndef COVERME_PASS_CODEPARTS_H
#define COVERME_PASS_CODEPARTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace coverme::pass {

/// The code of a function: its body, ahead of it what a constructor initializes
/// members and bases with.
llvm::SmallVector<const clang::Stmt *, 4>
codeOf(const clang::FunctionDecl &function);

/// The statement's parts, a default argument's and a default member
/// initializer's expression among them, and what a list leaves to the rest of
/// an array. Some may be null. The bodies of lambdas are none.
llvm::SmallVector<const clang::Stmt *, 4> partsOf(const clang::Stmt &at);

/// Does `isIt` hold of something in the code, in the bodies of lambdas, too?
bool anyPart(const clang::Stmt *at,
             llvm::function_ref<bool(const clang::Stmt &)> isIt);

} // namespace coverme::pass

#endif
