// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To gcc, a bit-field has a type of as many bits as it has itself, also where
// the standard or clang say another; finds code whose meaning hangs on that.
#ifndef COVERME_PASS_BITFIELDS_H
#define COVERME_PASS_BITFIELDS_H

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace coverme::pass {

/// Does what the statement does, ahead of what its parts do, hang on the type?
bool hangsOnBitField(const clang::Stmt &at, const clang::ASTContext &context);

} // namespace coverme::pass

#endif
