// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemberUses.h"

#include "Types.h"

#include "coverme/members.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace coverme::pass {
namespace {

/// A member of a struct; without bytes, what is an element of no struct's
/// array, or the variable of the name, or an element of that.
struct MemberKey {
  uint32_t structBytes = 0;
  StringRef structName;
  uint32_t byteOffset = 0;

  bool isOfSameStruct(const MemberKey &other) const {
    return structBytes == other.structBytes && structName == other.structName;
  }
  bool operator<(const MemberKey &other) const {
    return std::tie(structBytes, structName, byteOffset) <
           std::tie(other.structBytes, other.structName, other.byteOffset);
  }
};

/// "node" of %struct.node and %struct.node.7.
StringRef nameOf(const StructType &record) {
  if (!record.hasName())
    return "";
  StringRef name = record.getName();
  for (StringRef kind : {"struct.", "class.", "union."})
    if (name.consume_front(kind))
      break;
  auto [plain, number] = name.rsplit('.');
  return !number.empty() && all_of(number, isDigit) ? plain : name;
}

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
      else if (auto *difference = dyn_cast<BinaryOperator>(&inst))
        visitDifference(*difference);
      else if (auto *call = dyn_cast<CallBase>(&inst))
        visitCall(*call, functionIndex, pointees);
    for (size_t i = 0; i < compared.size(); ++i) // grows meanwhile
      follow(*compared[i]);
  }

  std::map<MemberKey, uint32_t> flags;
  /// Pointers that one of the same struct ahead of them is compared with in
  /// order, or after steps, or subtracted from: where a range ends, and begins.
  std::map<MemberKey, uint32_t> begins;
  SmallSetVector<uint32_t, 8> callees;

private:
  void visitComparison(const ICmpInst &comparison) {
    for (unsigned side : {0, 1})
      if (isa<ConstantPointerNull>(comparison.getOperand(side)))
        compared.insert(comparison.getOperand(1 - side));
    const Value &left = *comparison.getOperand(0);
    const Value &right = *comparison.getOperand(1);
    if (left.getType()->isPointerTy() &&
        (comparison.isRelational() || isStepped(left) || isStepped(right)))
      addRange(left, right);
  }

  /// Is it in a variable that moves on (`++p`), so that it comes to another
  /// pointer in the end?
  static bool isStepped(const Value &pointer) {
    const auto *load = dyn_cast<LoadInst>(&pointer);
    if (!load || !isa<AllocaInst>(load->getPointerOperand()))
      return false;
    const Value *variable = load->getPointerOperand();
    return any_of(sourcesOf(pointer), [&](const Value *source) {
      const auto *step = dyn_cast<GEPOperator>(source);
      const auto *from =
          step ? dyn_cast<LoadInst>(step->getPointerOperand()) : nullptr;
      return from && from->getPointerOperand() == variable &&
             step->getNumIndices() == 1;
    });
  }

  void visitDifference(const BinaryOperator &difference) {
    auto *left = dyn_cast<PtrToIntInst>(difference.getOperand(0));
    auto *right = dyn_cast<PtrToIntInst>(difference.getOperand(1));
    if (difference.getOpcode() == Instruction::Sub && left && right)
      addRange(*left->getPointerOperand(), *right->getPointerOperand());
  }

  void addRange(const Value &one, const Value &other) {
    for (const MemberKey &a : membersOf(one))
      for (const MemberKey &b : membersOf(other))
        if (a.isOfSameStruct(b) && a.structBytes != 0 &&
            a.byteOffset != b.byteOffset)
          begins.try_emplace(std::max(a, b),
                             std::min(a.byteOffset, b.byteOffset));
  }

  /// Those that a pointer may lead to an element of.
  std::set<MemberKey> membersOf(const Value &pointer) const {
    std::set<MemberKey> members;
    SmallSetVector<const Value *, 16> values;
    values.insert(&pointer);
    for (size_t i = 0; i < values.size(); ++i) { // grows meanwhile
      const Value *value = values[i];
      if (auto *step = dyn_cast<GEPOperator>(value))
        values.insert(step->getPointerOperand());
      else if (auto *load = dyn_cast<LoadInst>(value);
               load && !isa<AllocaInst>(load->getPointerOperand())) {
        const Value *address = load->getPointerOperand();
        if (std::optional<MemberKey> member = memberAt(address))
          members.insert(*member);
      } else {
        for (const Value *source : sourcesOf(*value))
          values.insert(source);
      }
    }
    return members;
  }

  /// What a variable, or a choice between values, may hold.
  static std::vector<const Value *> sourcesOf(const Value &pointer) {
    std::vector<const Value *> sources;
    if (auto *load = dyn_cast<LoadInst>(&pointer)) {
      const Value *from = load->getPointerOperand();
      for (const User *user : from->users())
        if (auto *store = dyn_cast<StoreInst>(user);
            store && store->getPointerOperand() == from)
          sources.push_back(store->getValueOperand());
    } else if (auto *merged = dyn_cast<PHINode>(&pointer)) {
      sources.assign(merged->value_op_begin(), merged->value_op_end());
    } else if (auto *choice = dyn_cast<SelectInst>(&pointer)) {
      sources = {choice->getTrueValue(), choice->getFalseValue()};
    }
    return sources;
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
    if (auto *load = dyn_cast<LoadInst>(&pointer);
        load && !isa<AllocaInst>(load->getPointerOperand()))
      return addMember(load->getPointerOperand());
    for (const Value *source : sourcesOf(pointer))
      compared.insert(source);
  }

  /// The member that a pointer at `address` is, or is an element of. Else
  /// `address` is what it is an element of.
  std::optional<MemberKey> memberAt(const Value *&address) const {
    while (auto *step = dyn_cast<GEPOperator>(address)) {
      std::optional<MemberKey> innermost;
      for (auto index = gep_type_begin(step), end = gep_type_end(step);
           index != end; ++index)
        if (StructType *record = index.getStructTypeOrNull()) {
          auto *member = cast<ConstantInt>(index.getOperand());
          innermost = {static_cast<uint32_t>(layout.getTypeAllocSize(record)),
                       nameOf(*record),
                       static_cast<uint32_t>(
                           layout.getStructLayout(record)->getElementOffset(
                               member->getZExtValue()))};
        }
      if (innermost)
        return innermost;
      address = step->getPointerOperand();
    }
    if (auto *variable = dyn_cast<GlobalVariable>(address))
      return firstMember(variable->getValueType());
    return std::nullopt;
  }

  /// What a variable of the type begins with; IR has no step to that.
  std::optional<MemberKey> firstMember(Type *type) const {
    std::optional<MemberKey> innermost;
    while (true) {
      while (auto *array = dyn_cast<ArrayType>(type))
        type = array->getElementType();
      auto *record = dyn_cast<StructType>(type);
      if (!record || record->isOpaque() || record->getNumElements() == 0)
        return innermost;
      innermost = {static_cast<uint32_t>(layout.getTypeAllocSize(record)),
                   nameOf(*record), 0};
      type = record->getElementType(0);
    }
  }

  void addMember(const Value *address) {
    if (std::optional<MemberKey> member = memberAt(address))
      flags[*member] |= COVERME_PARAMETER_ComparesNull;
    else if (auto *variable = dyn_cast<GlobalVariable>(address))
      flags[{0, variable->getName(), 0}] |= COVERME_PARAMETER_ComparesNull;
    else if (!isa<AllocaInst>(address))
      flags[{}] |= COVERME_PARAMETER_ComparesNull;
  }

  const DataLayout &layout;
  SmallSetVector<const Value *, 16> compared;
};

} // namespace

std::vector<std::vector<MemberUse>>
findMemberUses(const std::vector<Function *> &functions,
               const FunctionIndex &functionIndex, const PointeeMap &pointees) {
  std::vector<MemberUses> uses;
  for (const Function *function : functions)
    uses.emplace_back(*function, functionIndex, pointees);

  addFlagsOfCallees(uses);
  // Who takes them in order tells what they are to all.
  static_assert(COVERME_PARAMETER_ComparesNull <
                1U << COVERME_MEMBER_BEGIN_BIT);
  std::map<MemberKey, uint32_t> begins;
  for (const MemberUses &each : uses)
    begins.insert(each.begins.begin(), each.begins.end());
  for (MemberUses &each : uses)
    for (const auto &[member, begin] : begins)
      each.flags[member] |= (begin + 1) << COVERME_MEMBER_BEGIN_BIT;

  std::vector<std::vector<MemberUse>> lists;
  for (const MemberUses &each : uses) {
    lists.emplace_back();
    for (const auto &[member, flags] : each.flags)
      lists.back().push_back({member.structName.str(), member.structBytes,
                              member.byteOffset, flags});
  }
  return lists;
}

} // namespace coverme::pass
