// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes that C leaves open. A store to a member of a struct leaves anything in
// the padding, bits between bit-fields included; one to a member of a union, in
// what other members have beside it (C17 6.2.6.1, 6 and 7). IR does not tell
// such bytes from others: clang makes members of padding, and of a union only
// one member is left.
#ifndef COVERME_PASS_OPENBYTES_H
#define COVERME_PASS_OPENBYTES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class ASTContext;
class CallExpr;
class CastExpr;
class Expr;
class FunctionDecl;
class QualType;
class RecordDecl;
class Stmt;
} // namespace clang

namespace coverme::pass {

class OpenBytes {
public:
  explicit OpenBytes(clang::ASTContext &context) : context(context) {}

  /// Notes the types whose objects the code may look at as bytes: by another
  /// member of a union, or through a pointer that was converted. All of the
  /// file has to be seen before the first question.
  void look(const clang::Stmt *code); ///< null: none
  void look(const clang::FunctionDecl &function);

  /// Does `function` store to an object with open bytes that the file may look
  /// at?
  bool areStoredBy(const clang::FunctionDecl &function);

private:
  void lookAtArguments(const clang::CallExpr &call);
  void lookThrough(const clang::CastExpr &cast);
  void noteLooks(const clang::RecordDecl *record);
  bool isOpen(const clang::RecordDecl &record);
  bool fillsAll(const clang::RecordDecl &record);
  bool isSeen(clang::QualType type);
  bool stores(const clang::Stmt *code);
  bool storesTo(const clang::Expr &place, bool isAddress);

  clang::ASTContext &context;
  llvm::DenseMap<const clang::RecordDecl *, bool> open;
  llvm::SmallPtrSet<const clang::RecordDecl *, 16> lookedAt;
};

} // namespace coverme::pass

#endif
