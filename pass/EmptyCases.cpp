// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EmptyCases.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace coverme::pass {

void keepEmptyCases(Stmt *body, ASTContext &context) {
  if (!body)
    return;
  if (auto *one = dyn_cast<CaseStmt>(body)) {
    Stmt *whole = one->getSubStmt();
    if (auto *braces = dyn_cast_or_null<CompoundStmt>(whole);
        braces && braces->size() == 1)
      whole = braces->body_front();
    if (auto *leave = dyn_cast_or_null<BreakStmt>(whole))
      one->setSubStmt(
          CompoundStmt::Create(context, {leave}, FPOptionsOverride(),
                               leave->getBeginLoc(), leave->getEndLoc()));
  }
  for (Stmt *part : body->children())
    keepEmptyCases(part, context);
}

} // namespace coverme::pass
