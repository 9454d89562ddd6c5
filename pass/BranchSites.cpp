// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BranchSites.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme {
namespace {

/// The i1 that decides `inst`, or null when `inst` decides nothing.
Value *decidingCondition(Instruction &inst) {
  Value *condition = nullptr;
  if (auto *branch = dyn_cast<BranchInst>(&inst)) {
    if (branch->isConditional() &&
        branch->getSuccessor(0) != branch->getSuccessor(1))
      condition = branch->getCondition();
  } else if (auto *select = dyn_cast<SelectInst>(&inst)) {
    if (select->getCondition()->getType()->isIntegerTy(1))
      condition = select->getCondition();
  }
  return condition && !isa<Constant>(condition) ? condition : nullptr;
}

/// A switch without a line in code with lines is clang's own: where a scope
/// that declares variables is left in several ways, it says by which.
bool isOfSource(const Instruction &inst, const CaseBranches &caseBranches) {
  const DebugLoc &location = inst.getDebugLoc();
  return !caseBranches.contains(&inst) ||
         !inst.getFunction()->getSubprogram() ||
         (location && location.getLine() != 0);
}

coverme_site_kind siteKind(const Instruction &inst,
                           const CaseBranches &caseBranches) {
  if (isa<SelectInst>(inst))
    return COVERME_SITE_Select;
  return caseBranches.contains(&inst) ? COVERME_SITE_Case : COVERME_SITE_Branch;
}

} // namespace

std::vector<Site> findSites(Function &function,
                            const CaseBranches &caseBranches) {
  df_iterator_default_set<BasicBlock *> reachable;
  for (BasicBlock *block : depth_first_ext(&function, reachable))
    (void)block;

  std::vector<Site> sites;
  for (BasicBlock &block : function) {
    if (!reachable.contains(&block))
      continue;
    for (Instruction &inst : block)
      if (Value *condition = decidingCondition(inst);
          condition && isOfSource(inst, caseBranches))
        sites.push_back({&inst,
                         siteKind(inst, caseBranches),
                         describeCondition(condition),
                         {}});
  }
  return sites;
}

} // namespace coverme
