// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that a file only declares, and that make or fill the objects which
// its own functions take (coverme/declared.h).
#ifndef COVERME_PASS_DECLAREDMAKERS_H
#define COVERME_PASS_DECLAREDMAKERS_H

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace coverme::pass {

/// Makes definitions that call such functions with their own parameters and
/// return what they return, for code generation. None in C++.
std::vector<clang::FunctionDecl *>
callDeclaredMakers(clang::ASTContext &context,
                   const std::vector<const clang::FunctionDecl *> &definitions);

} // namespace coverme::pass

#endif
