// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StructCasts.h"

#include "DebugStructs.h"
#include "DebugVariables.h"
#include "Types.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {

class StructCasts::FunctionTypes {
public:
  FunctionTypes(const Function &function, const MemberHandles &handles)
      : layout(function.getParent()->getDataLayout()), handles(handles) {
    for (const Instruction &inst : instructions(function))
      forEachDebugVariable(
          inst, [&](const DILocalVariable &variable, const Value *address) {
            if (address)
              variables.try_emplace(address, variable.getType());
          });
  }

  /// Of a pointer that is read or returned.
  const DIType *ofValue(const Value &value, unsigned depth = 0) const {
    if (auto *load = dyn_cast<LoadInst>(&value))
      return ofPlace(*load->getPointerOperand(), depth);
    auto *call = dyn_cast<CallBase>(&value);
    return call ? resultType(*call) : nullptr;
  }

  /// Of what lies at an address.
  const DIType *ofPlace(const Value &address, unsigned depth = 0) const {
    constexpr unsigned kMostSteps = 16;
    if (depth == kMostSteps)
      return nullptr;
    if (const DIType *variable = variables.lookup(&address))
      return variable;
    auto *element = dyn_cast<GetElementPtrInst>(&address);
    if (!element)
      return behind(ofValue(address, depth + 1));
    if (const DICompositeType *record =
            handles.structNamed(element->getSourceElementType()))
      return ofMember(*record, *element);
    const Value &base = *element->getPointerOperand();
    return element->getSourceElementType()->isArrayTy()
               ? elementOf(ofPlace(base, depth + 1))
               : behind(ofValue(base, depth + 1));
  }

private:
  static const DIType *behind(const DIType *type) {
    auto *pointer = dyn_cast_or_null<DIDerivedType>(resolved(type));
    return pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type
               ? pointer->getBaseType()
               : nullptr;
  }

  /// Of an array of one dimension.
  static const DIType *elementOf(const DIType *type) {
    auto *array = dyn_cast_or_null<DICompositeType>(resolved(type));
    return array && array->getTag() == dwarf::DW_TAG_array_type &&
                   array->getElements().size() == 1
               ? array->getBaseType()
               : nullptr;
  }

  const DIType *ofMember(const DICompositeType &record,
                         const GetElementPtrInst &element) const {
    APInt offset(layout.getIndexTypeSizeInBits(element.getType()), 0);
    if (!element.hasAllConstantIndices() || element.getNumIndices() != 2 ||
        !element.accumulateConstantOffset(layout, offset))
      return nullptr;
    for (const DINode *each : record.getElements())
      if (auto *member = dyn_cast<DIDerivedType>(each);
          member && !member->isBitField() &&
          member->getOffsetInBits() == offset.getZExtValue() * 8)
        return member->getBaseType();
    return nullptr;
  }

  const DataLayout &layout;
  const MemberHandles &handles;
  DenseMap<const Value *, const DIType *> variables;
};

StructCasts::StructCasts(const Module &module, const MemberHandles &handles)
    : handles(handles) {
  if (isOfC(module))
    for (const Function &function : module)
      visitFunction(function);
}

void StructCasts::visitFunction(const Function &function) {
  const FunctionTypes types(function, handles);
  for (const Instruction &inst : instructions(function))
    if (inst.getType()->isPointerTy())
      if (const DICompositeType *record = structBehind(types.ofValue(inst)))
        visitUses(inst, *record, types);
}

void StructCasts::visitUses(const Instruction &pointer,
                            const DICompositeType &record,
                            const FunctionTypes &types) {
  for (const User *user : pointer.users())
    if (auto *member = dyn_cast<GetElementPtrInst>(user)) {
      const DICompositeType *other =
          handles.structNamed(member->getSourceElementType());
      const auto *first = dyn_cast<ConstantInt>(member->getOperand(1));
      if (other == &record && !(first && first->isZero()))
        ofArrays.insert(&record);
      else
        add(record, other);
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &pointer)
        add(record, structBehind(types.ofPlace(*store->getPointerOperand())));
    } else if (auto *call = dyn_cast<CallBase>(user)) {
      for (unsigned i = 0; i < call->arg_size(); ++i)
        if (call->getArgOperand(i) == &pointer)
          add(record, structBehind(parameterType(*call, i)));
    }
}

/// Have both structs a member of one name and type in one place?
static bool shareMember(const DICompositeType &one,
                        const DICompositeType &other) {
  auto areSame = [](const DINode *a, const DINode *b) {
    auto *own = dyn_cast_or_null<DIDerivedType>(a);
    auto *each = dyn_cast_or_null<DIDerivedType>(b);
    return own && each && own->getName() == each->getName() &&
           own->getOffsetInBits() == each->getOffsetInBits() &&
           resolved(own->getBaseType()) == resolved(each->getBaseType());
  };
  return any_of(one.getElements(), [&](const DINode *own) {
    return any_of(other.getElements(),
                  [&](const DINode *each) { return areSame(own, each); });
  });
}

void StructCasts::add(const DICompositeType &record,
                      const DICompositeType *other) {
  if (other && other != &record && !casts[&record].contains(other) &&
      !beginsWith(record, *other) &&
      (beginsWith(*other, record) || shareMember(record, *other)))
    casts[&record].insert(other);
}

ArrayRef<const DICompositeType *>
StructCasts::of(const DICompositeType &record) const {
  const auto found = casts.find(&record);
  return found == casts.end() || ofArrays.contains(&record)
             ? ArrayRef<const DICompositeType *>()
             : found->second.getArrayRef();
}

} // namespace coverme::pass
