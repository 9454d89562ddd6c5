// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_PASS_EMPTYCASES_H
#define COVERME_PASS_EMPTYCASES_H

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace coverme::pass {

/// Puts braces around each `break` that is all that a case of a switch does:
/// they begin where it does (SwitchChains.cpp). Else clang, when it optimises,
/// makes no block for it, so that the case is none of its own in the IR; gcc
/// has it, and so has clang's own coverage. To be called ahead of code
/// generation.
void keepEmptyCases(clang::Stmt *body, clang::ASTContext &context);

} // namespace coverme::pass

#endif
