// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BranchSites.h"

#include "EmptyBodies.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cassert>

using namespace llvm;

namespace coverme::pass {
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

/// What clang calls the blocks that a branch of its own leads to. Labels of the
/// source have no dots in their names.
constexpr StringLiteral kBlocksOfClang[] = {
    "arrayctor.",    // each object of an array
    "arraydestroy.", // the same
    "arrayinit.",    // the same
    "atomic_cont",   // once more, if another thread was faster
    "cast.",         // a null pointer stays one
    "cleanup.",      // was the object that is to be destroyed made?
    "cmpxchg.",      // what was found by an exchange that failed
    "complex_mul_",  // C99, annex G: an infinity is none of a not-a-number's
    "delete.",       // of a null pointer
    "dynamic_cast.", // of a null pointer
    "init.",         // has control come by here before?
    "memptr.",       // is it a virtual function that is pointed to?
    "new.",          // was there memory; is the array empty?
    "nrvo.",         // is the object the one that is returned?
    "typeid.",       // of a null pointer
};

bool isBlockOfClang(const BasicBlock &block) {
  return any_of(kBlocksOfClang, [&](StringRef prefix) {
    return block.getName().starts_with(prefix);
  });
}

/// Whether a call may still return behind `from`.
bool mayReturnFrom(const BasicBlock &from) {
  return any_of(depth_first(&from), [](const BasicBlock *block) {
    return isa<ReturnInst>(block->getTerminator());
  });
}

bool asksForExceptionType(const Value &condition) {
  auto *comparison = dyn_cast<ICmpInst>(&condition);
  return comparison && any_of(comparison->operands(), [](const Use &operand) {
           auto *call = dyn_cast<IntrinsicInst>(operand);
           return call && call->getIntrinsicID() == Intrinsic::eh_typeid_for;
         });
}

/// The size of an array that `new` allocates (and, if a constructor throws,
/// `delete` frees), which may be too much.
bool isSizeOfNew(const SelectInst &size) {
  return !size.use_empty() && all_of(size.users(), [](const User *user) {
    auto *call = dyn_cast<CallBase>(user);
    if (!call || !call->getCalledFunction())
      return false;
    StringRef name = call->getCalledFunction()->getName();
    return name.starts_with("_Zna") || name.starts_with("_Zda");
  });
}

/// The value of a && or || whose operands all have branches of their own.
bool isDecidedBefore(const Value &condition) {
  auto *phi = dyn_cast<PHINode>(&condition);
  return phi && all_of(phi->incoming_values(), [](const Use &value) {
           return isa<ConstantInt>(value);
         });
}

/// Whether the source has a decision there. Of clang's own making are
/// - a switch without a line in code with lines: where a scope that declares
///   variables is left in several ways, it says by which;
/// - what no decision of the source stands for (kBlocksOfClang);
/// - an `if` that has to destroy operands of its && or || before it goes on;
/// - whether the last of several `catch` is that of an exception, which the
///   function is left with otherwise.
bool isOfSource(const Instruction &inst, const Value &condition,
                const CaseBranches &caseBranches) {
  const DebugLoc &location = inst.getDebugLoc();
  if (caseBranches.contains(&inst))
    return !inst.getFunction()->getSubprogram() ||
           (location && location.getLine() != 0);
  if (auto *select = dyn_cast<SelectInst>(&inst))
    return !isSizeOfNew(*select);
  const auto &branch = cast<BranchInst>(inst);
  if (isDecidedBefore(condition))
    return false;
  if (asksForExceptionType(condition))
    return mayReturnFrom(*branch.getSuccessor(1));
  return none_of(branch.successors(), [](const BasicBlock *successor) {
    return isBlockOfClang(*successor);
  });
}

coverme_site_kind siteKind(const Instruction &inst,
                           const CaseBranches &caseBranches) {
  if (isa<SelectInst>(inst))
    return COVERME_SITE_Select;
  return caseBranches.contains(&inst) ? COVERME_SITE_Case : COVERME_SITE_Branch;
}

/// Is it clang's own: the end of a variable's life, or a note of the way that a
/// scope is left?
bool isCleanup(Instruction &inst) {
  if (isa<DbgInfoIntrinsic>(inst) || inst.isLifetimeStartOrEnd())
    return true;
  auto *store = dyn_cast<StoreInst>(&inst);
  if (!store || !isa<ConstantInt>(store->getValueOperand()) ||
      !isa<AllocaInst>(store->getPointerOperand()))
    return false;
  return findDVRDeclares(store->getPointerOperand()).empty();
}

/// Does `block` end lives and nothing else? A `return` stores, too, its value.
/// A loop that its body leaves in other ways notes how it ends.
bool isCleanup(BasicBlock &block) {
  const bool isOfLoop = block.getName().starts_with("for.cond.cleanup");
  size_t stores = 0, ends = 0;
  for (Instruction &inst : block) {
    if (!inst.isTerminator() && !isCleanup(inst))
      return false;
    stores += isa<StoreInst>(inst);
    ends += inst.isLifetimeStartOrEnd();
  }
  return stores == 0 || (stores == 1 && (ends != 0 || isOfLoop));
}

/// Where the source's own code goes on. A block without any code is the
/// source's: one side of `c ? 1 : x > 7` has nothing to compute.
BasicBlock *landing(BasicBlock *block) {
  if (block->front().isTerminator())
    return block;
  SmallPtrSet<BasicBlock *, 8> seen;
  while (seen.insert(block).second && block->getSingleSuccessor() &&
         isCleanup(*block))
    block = block->getSingleSuccessor();
  return block;
}

/// Is the instruction a jump that no statement asks for, as between two labels
/// of cases, in an empty body, or at the end of a loop? clang gives it the
/// place of what it has emitted before. (A `goto` has a place of its own, but
/// within one macro with its condition, where gcc has no line for it, either.)
/// Behind an `if` that is the whole side of another one, that is its line.
bool hasPlaceOfOther(const Instruction &inst) {
  const BasicBlock *block = inst.getParent(), *before = block->getPrevNode();
  if (!before || &inst != &block->front() || !block->getSingleSuccessor())
    return false;
  const DebugLoc &own = inst.getDebugLoc();
  const DebugLoc &other = before->getTerminator()->getDebugLoc();
  return own == other || (block->getName().starts_with("if.end") && other &&
                          own.getLine() == other.getLine());
}

/// The first line from `block` on, as long as there is one way. What clang does
/// at the end of a loop has the line of its head.
unsigned lineFrom(const BasicBlock *block) {
  if (block->getName().starts_with("for.cond.cleanup"))
    block = block->getSingleSuccessor();
  for (SmallPtrSet<const BasicBlock *, 8> seen;
       block && seen.insert(block).second; block = block->getSingleSuccessor())
    for (const Instruction &inst : *block)
      if (const DebugLoc &location = inst.getDebugLoc();
          location && location.getLine() != 0 && !isa<PHINode>(inst) &&
          !isa<DbgInfoIntrinsic>(inst) && !hasPlaceOfOther(inst))
        return location.getLine();
  return 0;
}

Site markSite(Instruction &inst, const std::string &place) {
  Site site;
  site.at = &inst;
  site.kind = COVERME_SITE_Mark;
  site.comparison = describeCondition(cast<BranchInst>(inst).getCondition());
  site.place = place;
  return site;
}

} // namespace

std::vector<Site> findSites(Function &function,
                            const CaseBranches &caseBranches,
                            const LastOperands &lastOperands,
                            const Marks &marks) {
  assert(none_of(function, [](const BasicBlock &block) {
    return isa<SwitchInst>(block.getTerminator());
  }));
  df_iterator_default_set<BasicBlock *> reachable;
  for (BasicBlock *block : depth_first_ext(&function, reachable))
    (void)block;

  const EmptyConditions empty = findEmptyConditions(function);
  DenseMap<const BasicBlock *, size_t> places;
  for (const BasicBlock &block : function)
    places[&block] = places.size();

  std::vector<Site> sites;
  for (BasicBlock &block : function) {
    if (!reachable.contains(&block))
      continue;
    for (Instruction &inst : block)
      if (const auto mark = marks.find(&inst); mark != marks.end()) {
        sites.push_back(markSite(inst, mark->second));
      } else if (Value *condition = decidingCondition(inst);
                 condition && isOfSource(inst, *condition, caseBranches) &&
                 !empty.contains(dyn_cast<BranchInst>(&inst))) {
        Site site;
        site.at = &inst;
        site.kind = siteKind(inst, caseBranches);
        site.comparison = describeCondition(condition);
        if (auto *branch = dyn_cast<BranchInst>(&inst)) {
          const BasicBlock *onTrue = landing(branch->getSuccessor(0));
          const BasicBlock *onFalse = landing(branch->getSuccessor(1));
          site.trueStandsFirst = places.lookup(onTrue) < places.lookup(onFalse);
          site.lines = {lineFrom(onFalse), lineFrom(onTrue)};
          if (const auto last = lastOperands.find(branch);
              last != lastOperands.end())
            site.isOfWhole = last->second;
          site.isOfChoice =
              site.isOfWhole ? !*site.isOfWhole : choosesValue(*branch);
          site.gccOrder = orderInGcc(*branch);
        } else {
          site.trueStandsFirst = site.isOfChoice = true;
          site.gccOrder = orderInGcc(cast<SelectInst>(inst));
        }
        sites.push_back(std::move(site));
      }
  }
  return sites;
}

} // namespace coverme::pass
