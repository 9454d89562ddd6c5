// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MemberHandles.h"

#include "DebugVariables.h"
#include "Types.h"
#include "coverme/LLVMVersion.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {
namespace {

const DICompositeType *structOf(const DIType *type) {
  auto *record = dyn_cast_or_null<DICompositeType>(resolved(type));
  return record && record->getTag() == dwarf::DW_TAG_structure_type &&
                 !record->isForwardDecl()
             ? record
             : nullptr;
}

const DICompositeType *structBehind(const DIType *type) {
  auto *pointer = dyn_cast_or_null<DIDerivedType>(resolved(type));
  return pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type
             ? structOf(pointer->getBaseType())
             : nullptr;
}

bool isOfC(const Module &module) {
  return all_of(module.debug_compile_units(), [](const DICompileUnit *unit) {
    return dwarf::isC(sourceLanguage(*unit));
  });
}

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
  auto [entry, isNew] = pointees.try_emplace(place, pointee);
  if (!isNew && entry->second != pointee)
    entry->second = nullptr;
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
  return pointees.lookup({&record, byteOffset});
}

} // namespace coverme::pass
