// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemberUses.h"

#include "Types.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <map>

using namespace llvm;

namespace coverme::pass {
namespace {

/// The size of a struct, and the offset of a member; zeros for a pointer that
/// is an element of no struct's array.
using MemberKey = std::pair<uint32_t, uint32_t>;

class MemberUses {
public:
  MemberUses(const Function &function, const FunctionIndex &functionIndex,
             const PointeeMap &pointees)
      : layout(function.getParent()->getDataLayout()) {
    bool isOfLibrary = isInLibrary(function.getSubprogram());
    for (const Instruction &inst : instructions(function))
      if (auto *comparison = dyn_cast<ICmpInst>(&inst);
          comparison && !isOfLibrary)
        visitComparison(*comparison);
      else if (auto *call = dyn_cast<CallBase>(&inst))
        visitCall(*call, functionIndex, pointees);
    for (size_t i = 0; i < compared.size(); ++i) // grows meanwhile
      follow(*compared[i]);
  }

  std::map<MemberKey, uint32_t> flags;
  SmallSetVector<uint32_t, 8> callees;

private:
  void visitComparison(const ICmpInst &comparison) {
    for (unsigned side : {0, 1})
      if (isa<ConstantPointerNull>(comparison.getOperand(side)))
        compared.insert(comparison.getOperand(1 - side));
  }

  void visitCall(const CallBase &call, const FunctionIndex &functionIndex,
                 const PointeeMap &pointees) {
    const Function *callee = calledFunction(call);
    auto known = functionIndex.find(callee);
    if (known == functionIndex.end())
      return;
    callees.insert(known->second);
    auto facts = pointees.find(callee);
    if (facts == pointees.end())
      return;
    for (unsigned i = 0; i < call.arg_size() && i < facts->second.size(); ++i)
      if ((facts->second[i].flags & COVERME_PARAMETER_ComparesNull) != 0)
        compared.insert(call.getArgOperand(i));
  }

  void follow(const Value &pointer) {
    if (auto *load = dyn_cast<LoadInst>(&pointer)) {
      const Value *from = load->getPointerOperand();
      if (!isa<AllocaInst>(from))
        return addMember(from);
      for (const User *user : from->users())
        if (auto *store = dyn_cast<StoreInst>(user);
            store && store->getPointerOperand() == from)
          compared.insert(store->getValueOperand());
    } else if (auto *merged = dyn_cast<PHINode>(&pointer)) {
      for (const Value *value : merged->incoming_values())
        compared.insert(value);
    } else if (auto *choice = dyn_cast<SelectInst>(&pointer)) {
      compared.insert(choice->getTrueValue());
      compared.insert(choice->getFalseValue());
    }
  }

  /// The member that a pointer at `address` is, or is an element of.
  void addMember(const Value *address) {
    while (auto *step = dyn_cast<GEPOperator>(address)) {
      std::optional<MemberKey> innermost;
      for (auto index = gep_type_begin(step), end = gep_type_end(step);
           index != end; ++index)
        if (StructType *record = index.getStructTypeOrNull()) {
          auto *member = cast<ConstantInt>(index.getOperand());
          innermost = {layout.getTypeAllocSize(record),
                       layout.getStructLayout(record)->getElementOffset(
                           member->getZExtValue())};
        }
      if (innermost) {
        flags[*innermost] |= COVERME_PARAMETER_ComparesNull;
        return;
      }
      address = step->getPointerOperand();
    }
    if (!isa<AllocaInst, GlobalVariable>(address))
      flags[{0, 0}] |= COVERME_PARAMETER_ComparesNull;
  }

  const DataLayout &layout;
  SmallSetVector<const Value *, 16> compared;
};

} // namespace

std::vector<std::vector<coverme_member_use>>
findMemberUses(const std::vector<Function *> &functions,
               const FunctionIndex &functionIndex, const PointeeMap &pointees) {
  std::vector<MemberUses> uses;
  for (const Function *function : functions)
    uses.emplace_back(*function, functionIndex, pointees);

  addFlagsOfCallees(uses);

  std::vector<std::vector<coverme_member_use>> lists;
  for (const MemberUses &each : uses) {
    lists.emplace_back();
    for (const auto &[member, flags] : each.flags)
      lists.back().push_back({member.first, member.second, flags});
  }
  return lists;
}

} // namespace coverme::pass
