// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Alignments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace coverme::pass {
namespace {

constexpr uint64_t kMostBytes = 64; // a line of a cache, or a vector of AVX-512

class Alignments {
public:
  void look(const Instruction &at) {
    if (const auto *address = dyn_cast<PtrToIntInst>(&at))
      return lookAtNumber(*address);
    if (const auto *assume = dyn_cast<AssumeInst>(&at)) {
      for (unsigned i = 0; i < assume->getNumOperandBundles(); ++i) {
        const OperandBundleUse bundle = assume->getOperandBundleAt(i);
        if (bundle.getTagName() == "align" && bundle.Inputs.size() > 1)
          if (const auto *bytes = dyn_cast<ConstantInt>(bundle.Inputs[1]))
            note(bytes->getLimitedValue(), /*isNeeded=*/true);
      }
      return;
    }
    const auto *load = dyn_cast<LoadInst>(&at);
    const auto *store = dyn_cast<StoreInst>(&at);
    const Value *pointer = getLoadStorePointerOperand(&at);
    if (pointer &&
        (load ? load : store->getValueOperand())->getType()->isVectorTy() &&
        !isa<AllocaInst, GlobalVariable>(getUnderlyingObject(pointer)))
      note((load ? load->getAlign() : store->getAlign()).value(),
           /*isNeeded=*/true);
  }

  AskedAlignment asked;

private:
  void note(uint64_t bytes, bool isNeeded) {
    if (bytes < 2 || bytes > kMostBytes || !isPowerOf2_64(bytes))
      return;
    asked.bytes = std::max<uint32_t>(asked.bytes, bytes);
    asked.isNeeded = asked.isNeeded || isNeeded;
  }

  /// Also where it goes through a variable first.
  void lookAtNumber(const Value &number) {
    uint64_t other = 0;
    for (const User *user : number.users()) {
      if (isa<TruncInst, ZExtInst, SExtInst>(user))
        lookAtNumber(*user);
      else if (match(user, m_And(m_Specific(&number), m_ConstantInt(other))))
        note(other + 1, endsCalls(*user));
      else if (match(user, m_URem(m_Specific(&number), m_ConstantInt(other))))
        note(other, endsCalls(*user));
      else if (const auto *store = dyn_cast<StoreInst>(user);
               store && isa<AllocaInst>(store->getPointerOperand()))
        for (const User *access : store->getPointerOperand()->users())
          if (const auto *load = dyn_cast<LoadInst>(access))
            lookAtNumber(*load);
    }
  }

  /// Does a branch on it lead to where a call ends, as a failed assertion does?
  static bool endsCalls(const User &condition) {
    return any_of(condition.users(), [](const User *user) {
      if (const auto *branch = dyn_cast<BranchInst>(user))
        return any_of(branch->successors(), [](const BasicBlock *side) {
          return isa<UnreachableInst>(side->getTerminator());
        });
      return isa<ICmpInst, CastInst, BinaryOperator>(user) && endsCalls(*user);
    });
  }
};

} // namespace

AskedAlignment askedAlignment(const Module &module) {
  AskedAlignment all;
  SmallVector<const Function *> found;
  for (const Function &function : module) {
    Alignments alignments;
    for (const Instruction &at : instructions(function))
      alignments.look(at);
    all.bytes = std::max(all.bytes, alignments.asked.bytes);
    all.isNeeded |= alignments.asked.isNeeded;
    if (alignments.asked.bytes != 0)
      found.push_back(&function);
  }
  while (!found.empty()) {
    const Function *asker = found.pop_back_val();
    if (!all.askers.insert(asker).second)
      continue;
    for (const User *user : asker->users())
      if (const auto *call = dyn_cast<CallBase>(user))
        found.push_back(call->getFunction());
  }
  return all;
}

} // namespace coverme::pass
