// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what means one thing to clang and may mean another to the compiler that
// the code is made for. LLVM's IR does not show it any more.
#ifndef COVERME_PASS_OPENMEANING_H
#define COVERME_PASS_OPENMEANING_H

#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace coverme::pass {

class SourcePlaces;

/// Why the outcome of a call of `function` is not C's but clang's, as a phrase;
/// empty if nothing is known:
///
/// - operands of one expression of which one writes what another reads or
///   writes, in an order that C leaves open;
/// - the value of signbit and its like, of which C only says whether it is 0,
///   or of memcmp, of which it says the sign;
/// - in C++, the copy of a variable that is returned, or none;
/// - a bit-field wider than int, whose type is gcc's or clang's, or the type of
///   any where _Generic or typeof asks for it;
/// - what compilers say of types (__builtin_classify_type), and quotients of
///   complex integers;
/// - names and lines of places in the source, where more is done with them than
///   to pass them on (SourcePlaces.h);
/// - what an object leaves behind where another one begins, or its life ends;
/// - a variable that a switch or goto leads past, or back to ahead of: where it
///   begins to live is lost;
/// - a pointer to a compound literal of an inner block, or to an array in what
///   a call returns, where it is kept (Temporaries.h).
///
/// require: `function` has a body, perhaps one that clang made.
std::string openMeaning(const clang::FunctionDecl &function,
                        clang::ASTContext &context, SourcePlaces &places);

/// The same for an expression, as far as it alone tells.
std::string openMeaning(const clang::Stmt &code, clang::ASTContext &context);

} // namespace coverme::pass

#endif
