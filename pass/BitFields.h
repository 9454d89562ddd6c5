// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To gcc, a bit-field has a type of as many bits as the field, even where the
// standard or clang say another; this finds code whose meaning depends on that.
#ifndef COVERME_PASS_BITFIELDS_H
#define COVERME_PASS_BITFIELDS_H

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace coverme::pass {

/// Does what the statement itself does, apart from its parts, depend on the
/// type of a bit-field?
bool hangsOnBitField(const clang::Stmt &at, const clang::ASTContext &context);

} // namespace coverme::pass

#endif
