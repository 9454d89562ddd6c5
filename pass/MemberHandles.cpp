// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MemberHandles.h"

#include "DebugStructs.h"
#include "DebugVariables.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// The variables of unoptimised code that lead to a struct.
DenseMap<const Value *, const DICompositeType *>
variablesOf(const Function &function) {
  DenseMap<const Value *, const DICompositeType *> variables;
  for (const Instruction &inst : instructions(function))
    forEachDebugVariable(
        inst, [&](const DILocalVariable &variable, const Value *address) {
          const DICompositeType *behind = structBehind(variable.getType());
          if (address && behind)
            variables.try_emplace(address, behind);
        });
  return variables;
}

} // namespace

MemberHandles::MemberHandles(const Module &module)
    : layout(module.getDataLayout()) {
  if (!isOfC(module))
    return;
  DebugInfoFinder finder;
  finder.processModule(module);
  // clang calls one without a name by that of its typedef.
  for (const DIType *type : finder.types())
    if (const DICompositeType *record = structOf(type);
        record && !type->getName().empty()) {
      auto [entry, isNew] = structs.try_emplace(type->getName(), record);
      if (!isNew && entry->second != record)
        entry->second = nullptr;
    }
  for (const Function &function : module)
    visitFunction(function);
}

const DICompositeType *MemberHandles::structNamed(const Type *type) const {
  auto *record = dyn_cast<StructType>(type);
  if (!record || !record->hasName())
    return nullptr;
  StringRef name = record->getName();
  return name.consume_front("struct.") ? structs.lookup(name) : nullptr;
}

void MemberHandles::add(const Place &place, const DICompositeType *pointee) {
  auto &all = pointees[place];
  if (!is_contained(all, pointee))
    all.push_back(pointee);
}

void MemberHandles::visitFunction(const Function &function) {
  const auto variables = variablesOf(function);
  for (const Instruction &inst : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&inst);
    if (!load || !load->getType()->isPointerTy())
      continue;
    auto *member = dyn_cast<GetElementPtrInst>(load->getPointerOperand());
    if (!member || !member->hasAllConstantIndices())
      continue;
    const DICompositeType *record = structNamed(member->getSourceElementType());
    APInt offset(layout.getIndexSizeInBits(0), 0);
    if (!record || !member->accumulateConstantOffset(layout, offset))
      continue;
    const Place place{record, offset.getZExtValue()};
    for (const User *user : load->users())
      if (auto *inner = dyn_cast<GetElementPtrInst>(user)) {
        if (inner->getSourceElementType()->isStructTy())
          add(place, structNamed(inner->getSourceElementType()));
      } else if (auto *store = dyn_cast<StoreInst>(user);
                 store && store->getValueOperand() == load) {
        if (const auto *known = variables.lookup(store->getPointerOperand()))
          add(place, known);
      }
  }
}

const DICompositeType *MemberHandles::find(const DICompositeType &record,
                                           uint64_t byteOffset) const {
  const auto found = pointees.find({&record, byteOffset});
  return found != pointees.end() && found->second.size() == 1
             ? found->second.front()
             : nullptr;
}

const DICompositeType *MemberHandles::findLarger(const DICompositeType &record,
                                                 uint64_t byteOffset,
                                                 const DIType &declared) const {
  const auto found = pointees.find({&record, byteOffset});
  const DICompositeType *beginning = structBehind(&declared);
  if (found == pointees.end() || !beginning)
    return nullptr;
  const DICompositeType *largest = beginning;
  for (const DICompositeType *each : found->second)
    if (each && each->getSizeInBits() > largest->getSizeInBits())
      largest = each;
  const bool isOnlyWay =
      all_of(found->second, [&](const DICompositeType *each) {
        return each && beginsWith(*largest, *each);
      });
  return isOnlyWay && largest != beginning && beginsWith(*largest, *beginning)
             ? largest
             : nullptr;
}

} // namespace coverme::pass
