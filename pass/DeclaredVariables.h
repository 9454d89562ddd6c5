// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of variables that a file only declares: clang has debug information
// of those alone that are defined. The frontend's plugin makes a function for
// each that returns its address; DeclaredTypes.h reads the type there.
#ifndef COVERME_PASS_DECLAREDVARIABLES_H
#define COVERME_PASS_DECLAREDVARIABLES_H

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace coverme::pass {

/// Makes these functions, for code generation. None for variables that nothing
/// uses, of incomplete types, or with one for each thread, nor for references.
std::vector<clang::FunctionDecl *>
returnDeclaredAddresses(clang::ASTContext &context,
                        const std::vector<const clang::VarDecl *> &variables);

} // namespace coverme::pass

#endif
