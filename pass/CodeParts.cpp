// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeParts.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coverme::pass {

llvm::SmallVector<const Stmt *, 4> codeOf(const FunctionDecl &function) {
  llvm::SmallVector<const Stmt *, 4> code;
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(&function))
    for (const CXXCtorInitializer *member : constructor->inits())
      code.push_back(member->getInit());
  code.push_back(function.getBody());
  return code;
}

llvm::SmallVector<const Stmt *, 4> partsOf(const Stmt &at) {
  llvm::SmallVector<const Stmt *, 4> parts(at.child_begin(), at.child_end());
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(&at))
    parts.push_back(argument->getExpr());
  else if (const auto *member = dyn_cast<CXXDefaultInitExpr>(&at))
    parts.push_back(member->getExpr());
  else if (const auto *list = dyn_cast<InitListExpr>(&at))
    parts.push_back(list->getArrayFiller());
  return parts;
}

bool anyPart(const Stmt *at, llvm::function_ref<bool(const Stmt &)> isIt) {
  if (!at)
    return false;
  if (isIt(*at))
    return true;
  if (const auto *lambda = dyn_cast<LambdaExpr>(at);
      lambda && anyPart(lambda->getBody(), isIt))
    return true;
  return llvm::any_of(partsOf(*at),
                      [&](const Stmt *part) { return anyPart(part, isIt); });
}

} // namespace coverme::pass
