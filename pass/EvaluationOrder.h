// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what depends on the order in which operands are evaluated, which C
// leaves open.
#ifndef COVERME_PASS_EVALUATIONORDER_H
#define COVERME_PASS_EVALUATIONORDER_H

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace coverme::pass {

/// Is there an expression of whose operands one writes what another reads or
/// writes, in an order that C leaves open? It is in `function`, or in what it
/// calls of the system's headers; in C++, also of the user's.
///
/// require: `function` has a body.
bool hasOpenOrder(const clang::FunctionDecl &function,
                  clang::ASTContext &context);

} // namespace coverme::pass

#endif
