// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the user's assumptions as clang understands them, ahead of any IR.
#ifndef COVERME_PASS_ASSUMPTIONS_H
#define COVERME_PASS_ASSUMPTIONS_H

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace coverme::pass {

/// Reads the main file's functions COVERME_ASSUMPTION "0" to `count` - 1, each
///
///     static void coverme_assume_0(double x) {
///       if (!(
///     #line 1 "--assume"
///     x > 0 && x < 5
///     #line 1 "harness"
///       ))
///         REJECT();
///     }
///
/// and prints what their conditions say as plainly as `parameter REL constant`,
/// with the assumption's number, as bits of the parameter's type: "0 x least
/// 1". Bounds may be wider than what the condition says, never narrower.
/// Reports an error for what is not one expression, and for one that assigns.
std::unique_ptr<clang::ASTConsumer>
readAssumptions(clang::CompilerInstance &clang, unsigned count);

} // namespace coverme::pass

#endif
