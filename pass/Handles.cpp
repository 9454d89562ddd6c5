// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Handles.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// What a pointer of this type points to; null for void and for no pointer.
const DIType *pointeeOf(const DIType *type) {
  auto *pointer = dyn_cast_or_null<DIDerivedType>(resolved(type));
  return pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type
             ? resolved(pointer->getBaseType())
             : nullptr;
}

/// Is the first member of a struct one of type `beginning`, or does it begin
/// with one?
bool beginsWith(uint32_t index, uint32_t beginning, const TypeList &types) {
  const TypeFacts &facts = types[index];
  if (facts.kind != COVERME_TYPE_Struct || facts.members.empty())
    return false;
  const Member &first = facts.members.front();
  return first.byteOffset == 0 &&
         (first.type == beginning || beginsWith(first.type, beginning, types));
}

class HandleFinder {
public:
  /// `declared`: the struct that the pointer is declared to lead to, if any.
  HandleFinder(const Function &function, TypeList &types,
               std::optional<uint32_t> declared = std::nullopt)
      : types(types), declared(declared) {
    for (const Instruction &inst : instructions(function)) {
      for (const DbgVariableRecord &record :
           filterDbgVars(inst.getDbgRecordRange()))
        // Ahead of optimisations, assignments stand for declarations.
        if (record.getType() == DbgVariableRecord::LocationType::Declare)
          note(record.getVariableLocationOp(0), *record.getVariable());
        else if (record.getType() == DbgVariableRecord::LocationType::Assign)
          note(record.getAddress(), *record.getVariable());
      if (auto *declare = dyn_cast<DbgDeclareInst>(&inst))
        note(declare->getAddress(), *declare->getVariable());
    }
  }

  std::optional<uint32_t> run(const AllocaInst &variable) {
    visitVariable(variable);
    return isMixed ? std::nullopt : found;
  }

private:
  void note(const Value *address, const DILocalVariable &variable) {
    if (auto *place = dyn_cast_or_null<AllocaInst>(address))
      typeOf.try_emplace(place, variable.getType());
  }

  void add(uint32_t type) {
    if (!declared) {
      isMixed |= found && *found != type;
      found = type;
    } else if (beginsWith(type, *declared, types) &&
               (!found || types[*found].byteSize < types[type].byteSize)) {
      found = type;
    }
  }

  void visitVariable(const AllocaInst &variable) {
    if (!visited.insert(&variable).second)
      return;
    for (const User *user : variable.users())
      if (auto *load = dyn_cast<LoadInst>(user);
          load && load->getType()->isPointerTy())
        visitPointer(*load);
  }

  void visitPointer(const Value &pointer) {
    for (const User *user : pointer.users())
      if (auto *store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == &pointer)
          visitCopy(store->getPointerOperand());
        else
          visitAccess(*store->getValueOperand()->getType());
      } else if (auto *load = dyn_cast<LoadInst>(user)) {
        if (load->getType()->isPointerTy())
          visitInner(*load);
        else
          visitAccess(*load->getType());
      } else if (auto *member = dyn_cast<GetElementPtrInst>(user)) {
        if (const DICompositeType *record =
                types.structNamed(member->getSourceElementType()))
          add(types.add(record));
      }
  }

  /// To a variable, whose type tells, unless it is a `void *` again.
  void visitCopy(const Value *to) {
    auto *variable = dyn_cast<AllocaInst>(to);
    if (!variable)
      return;
    if (const DIType *pointee = pointeeOf(typeOf.lookup(variable)))
      add(types.add(pointee));
    else
      visitVariable(*variable);
  }

  /// A pointer that lies there; a variable tells where it leads.
  void visitInner(const Value &inner) {
    for (const User *user : inner.users())
      if (auto *store = dyn_cast<StoreInst>(user);
          store && store->getValueOperand() == &inner)
        if (auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand()))
          if (const DIType *type = typeOf.lookup(variable); pointeeOf(type))
            add(types.add(type));
  }

  /// A number that lies there. Bytes may be those of anything.
  void visitAccess(const Type &type) {
    if (type.isFloatTy() || type.isDoubleTy() ||
        (type.isIntegerTy() && type.getIntegerBitWidth() > 8))
      add(types.add(&type));
  }

  TypeList &types;
  const std::optional<uint32_t> declared;
  DenseMap<const AllocaInst *, const DIType *> typeOf;
  DenseSet<const AllocaInst *> visited;
  std::optional<uint32_t> found;
  bool isMixed = false;
};

/// Can objects of the type be made, with all that they lead to?
bool isMakeable(uint32_t index, const TypeList &types,
                DenseSet<uint32_t> &known) {
  if (!known.insert(index).second)
    return true;
  const TypeFacts &facts = types[index];
  auto areMembers = [&] {
    return all_of(facts.members, [&](const Member &member) {
      return isMakeable(member.type, types, known);
    });
  };
  switch (facts.kind) {
  case COVERME_TYPE_Scalar:
    return facts.scalarKind != COVERME_SCALAR_Unsupported;
  case COVERME_TYPE_Complex:
  case COVERME_TYPE_Function:
  case COVERME_TYPE_Incomplete:
  case COVERME_TYPE_Void:
    return true;
  case COVERME_TYPE_Pointer: // it may be null
    return types[facts.element].kind == COVERME_TYPE_Unsupported ||
           isMakeable(facts.element, types, known);
  case COVERME_TYPE_Array:
    return isMakeable(facts.element, types, known);
  case COVERME_TYPE_Struct:
    return !(facts.flags & COVERME_TYPE_IS_OF_LIBRARY) && areMembers();
  case COVERME_TYPE_Union:
    return none_of(facts.members,
                   [&](const Member &member) {
                     return types[member.type].kind == COVERME_TYPE_Pointer ||
                            types[member.type].kind == COVERME_TYPE_Struct;
                   }) &&
           areMembers();
  default:
    return false;
  }
}

/// Does the type say more than `void` does?
bool saysMore(const TypeFacts &facts) {
  return (facts.kind == COVERME_TYPE_Scalar && facts.width > 8) ||
         facts.kind == COVERME_TYPE_Struct ||
         facts.kind == COVERME_TYPE_Pointer ||
         (facts.kind == COVERME_TYPE_Array && facts.count != 0);
}

} // namespace

std::optional<uint32_t> findHandledType(const Function &function,
                                        const ParameterHome &home,
                                        TypeList &types) {
  if (!home.variable || home.arguments.size() != 1)
    return std::nullopt;
  std::optional<uint32_t> type =
      HandleFinder(function, types).run(*home.variable);
  DenseSet<uint32_t> known;
  if (!type || !saysMore(types[*type]) || !isMakeable(*type, types, known))
    return std::nullopt;
  return type;
}

std::optional<uint32_t> findLargerStruct(const Function &function,
                                         const ParameterHome &home,
                                         uint32_t declared, TypeList &types) {
  if (!home.variable || home.arguments.size() != 1)
    return std::nullopt;
  std::optional<uint32_t> type =
      HandleFinder(function, types, declared).run(*home.variable);
  DenseSet<uint32_t> known;
  return type && isMakeable(*type, types, known) ? type : std::nullopt;
}

} // namespace coverme::pass
