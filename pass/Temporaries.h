// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects without a name, whose end clang's IR does not tell.
#ifndef COVERME_PASS_TEMPORARIES_H
#define COVERME_PASS_TEMPORARIES_H

namespace clang {
class Stmt;
} // namespace clang

namespace coverme::pass {

/// Is more done with a pointer to such an object than to read or write what it
/// leads to at once? Of compound literals (`(int[]){1}`), whose lives end with
/// the block around them, and which clang keeps until the function ends; but
/// not those in `body` itself, the function's own block. And of arrays in what
/// a call or an assignment returns, which live as long as the full expression.
bool keepsPointerToTemporary(const clang::Stmt &body);

} // namespace coverme::pass

#endif
