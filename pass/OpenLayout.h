// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that compilers lay out in different ways.
#ifndef COVERME_PASS_OPENLAYOUT_H
#define COVERME_PASS_OPENLAYOUT_H

#include <string>

namespace clang {
class ASTContext;
class EnumDecl;
class RecordDecl;
} // namespace clang

namespace coverme::pass {

/// Why the layout of a struct, union or class says nothing of what gcc makes of
/// it; empty if it is the same.
std::string openLayout(const clang::RecordDecl &record,
                       const clang::ASTContext &context);

/// The same of an enum's type.
std::string openLayout(const clang::EnumDecl &enumeration);

/// The same of all atomic types.
std::string openLayout(const clang::ASTContext &context);

} // namespace coverme::pass

#endif
