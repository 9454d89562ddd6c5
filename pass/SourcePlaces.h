// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and lines of places in the source, which are not the same for all
// compilers, nor for all ways to compile a file: __FILE__ and its like,
// __PRETTY_FUNCTION__, what std::source_location says, __LINE__ in a macro
// whose arguments are written on several lines, and the time, __DATE__ and its
// like.
#ifndef COVERME_PASS_SOURCEPLACES_H
#define COVERME_PASS_SOURCEPLACES_H

#include <set>
#include <string>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class Stmt;
} // namespace clang

namespace coverme::pass {

class SourcePlaces {
public:
  explicit SourcePlaces(clang::ASTContext &context) : context(context) {}

  /// Does the code do more with such a name or line than to pass it on: a text
  /// by its address, a number to a function that is not seen? `isSeen`: so does
  /// what the code is an operand of.
  bool areComputedWith(const clang::Stmt *code, bool isSeen = false);

  /// The texts that were seen, whose bytes prove nothing.
  const std::set<std::string> &texts() const { return seen; }

private:
  bool isPlace(const clang::Expr &at) const;
  bool isNamed(const clang::Expr &at) const;
  bool isHandedOn(const clang::Stmt *part);
  bool isLookedAt(const clang::Stmt &by) const;
  bool isPassedOut(const clang::Stmt *part, const clang::Stmt &by) const;

  clang::ASTContext &context;
  std::set<std::string> seen;
};

} // namespace coverme::pass

#endif
