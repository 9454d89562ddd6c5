// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GlobalUses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <map>

using namespace llvm;

namespace coverme::pass {
namespace {

/// Whether the instruction is a way to a variable of this thread.
bool isThreadsAddress(const User &user) {
  auto *call = dyn_cast<IntrinsicInst>(&user);
  return call && call->getIntrinsicID() == Intrinsic::threadlocal_address;
}

/// Follows an address through the module.
class Leak {
public:
  bool isFrom(const Value &address) {
    if (!seen.insert(&address).second)
      return false;
    return any_of(address.uses(), [&](const Use &use) { return leaks(use); });
  }

private:
  bool leaks(const Use &use) {
    const User *user = use.getUser();
    if (isa<GEPOperator, PHINode, SelectInst, AddrSpaceCastOperator>(user) ||
        isThreadsAddress(*user))
      return isFrom(*user);
    if (auto *variable = dyn_cast<GlobalVariable>(user))
      return !variable->hasLocalLinkage();
    if (auto *constant = dyn_cast<Constant>(user)) // part of an initialiser
      return isFrom(*constant);
    if (isa<ReturnInst>(user))
      return true;
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() == use.get() &&
             leaksFrom(*store->getPointerOperand());
    if (auto *call = dyn_cast<CallBase>(user)) {
      const Function *callee = calledFunction(*call);
      return !isa<IntrinsicInst>(call) && (!callee || callee->isDeclaration());
    }
    return false;
  }

  /// Out of a local variable it comes where that is loaded from.
  bool leaksFrom(const Value &cell) {
    if (!isa<AllocaInst>(cell))
      return true;
    return any_of(cell.users(), [&](const User *user) {
      return isa<LoadInst>(user) && isFrom(*user);
    });
  }

  SmallPtrSet<const Value *, 16> seen;
};

class Uses {
public:
  explicit Uses(const DenseMap<const Value *, uint32_t> &known)
      : indices(known) {}

  void visit(const Instruction &inst) {
    for (const Use &operand : inst.operands())
      if (operand->getType()->isPointerTy())
        visit(inst, operand);
  }

  std::map<uint32_t, uint32_t> flags; // by variable or function
  std::vector<uint32_t> callees;

private:
  void visit(const Instruction &inst, const Use &operand) {
    auto known = indices.find(getUnderlyingObject(operand));
    if (known == indices.end() || isa<GetElementPtrInst>(inst) ||
        isThreadsAddress(inst))
      return;
    uint32_t &all = flags[known->second];
    if (isa<Function>(known->first))
      all |= COVERME_PARAMETER_Calls;
    else if (isa<LoadInst>(inst))
      all |= COVERME_PARAMETER_Loads;
    else if (auto *store = dyn_cast<StoreInst>(&inst);
             store && operand.getOperandNo() == store->getPointerOperandIndex())
      all |= COVERME_PARAMETER_Stores;
    else if (isa<ICmpInst>(inst))
      all |= COVERME_PARAMETER_Compares;
    else if (isa<MemIntrinsic>(inst))
      all |= operand.getOperandNo() == 0 ? COVERME_PARAMETER_Stores
                                         : COVERME_PARAMETER_Loads;
    else if (auto *call = dyn_cast<IntrinsicInst>(&inst);
             !call || !call->isAssumeLikeIntrinsic())
      all |= COVERME_PARAMETER_Loads | COVERME_PARAMETER_Stores |
             COVERME_PARAMETER_Compares; // the address goes elsewhere
  }

  const DenseMap<const Value *, uint32_t> &indices;
};

} // namespace

bool mayBeGivenAway(const GlobalVariable &variable) {
  return !variable.hasLocalLinkage() || Leak().isFrom(variable);
}

std::vector<std::vector<coverme_use>>
findGlobalUses(const std::vector<Function *> &functions,
               const FunctionIndex &functionIndex,
               const std::vector<GlobalValue *> &globals) {
  DenseMap<const Value *, uint32_t> indices;
  for (size_t i = 0; i < globals.size(); ++i)
    indices[globals[i]] = i;
  std::vector<Uses> uses(functions.size(), Uses(indices));
  for (size_t i = 0; i < functions.size(); ++i) {
    // Copies of functions of libraries, as of atoi, have no index of their own.
    SmallVector<const Function *> bodies = {functions[i]};
    for (size_t next = 0; next < bodies.size(); ++next)
      for (const Instruction &inst : instructions(*bodies[next])) {
        uses[i].visit(inst);
        // One whose address is taken may be called, too.
        for (const Value *operand : inst.operands())
          if (auto *function =
                  dyn_cast<Function>(operand->stripPointerCastsAndAliases())) {
            if (auto known = functionIndex.find(function);
                known != functionIndex.end())
              uses[i].callees.push_back(known->second);
            else if (function->hasAvailableExternallyLinkage() &&
                     !is_contained(bodies, function))
              bodies.push_back(function);
          }
      }
  }

  addFlagsOfCallees(uses);

  std::vector<std::vector<coverme_use>> lists;
  for (const Uses &each : uses) {
    lists.emplace_back();
    for (const auto &[variable, flags] : each.flags)
      lists.back().push_back({variable, flags});
  }
  return lists;
}

} // namespace coverme::pass
