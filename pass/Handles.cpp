// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Handles.h"

#include "DebugStructs.h"
#include "DebugVariables.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// What a pointer or reference of this type leads to; null for void and for
/// what is neither.
const DIType *pointeeOf(const DIType *type) {
  auto *pointer = dyn_cast_or_null<DIDerivedType>(resolved(type));
  return pointer && (pointer->getTag() == dwarf::DW_TAG_pointer_type ||
                     pointer->getTag() == dwarf::DW_TAG_reference_type)
             ? resolved(pointer->getBaseType())
             : nullptr;
}

/// Has the struct all members of the other one, and more behind them?
bool hasMembersOf(const TypeFacts &facts, const TypeFacts &beginning) {
  return facts.members.size() > beginning.members.size() &&
         std::equal(beginning.members.begin(), beginning.members.end(),
                    facts.members.begin(),
                    [](const Member &a, const Member &b) {
                      return !a.name.empty() && a.name == b.name &&
                             a.type == b.type && a.byteOffset == b.byteOffset &&
                             a.bitOffset == b.bitOffset;
                    });
}

/// Is the first member of a struct one of type `beginning`, or does it begin
/// with one, or with the members of one? A base class is a member.
bool beginsWith(uint32_t index, uint32_t beginning, const TypeList &types) {
  const TypeFacts &facts = types[index];
  if (facts.kind != COVERME_TYPE_Struct || facts.members.empty() ||
      types[beginning].members.empty())
    return false;
  const Member &first = facts.members[types.firstMember(index)];
  return first.byteOffset == 0 &&
         (first.type == beginning || beginsWith(first.type, beginning, types) ||
          hasMembersOf(facts, types[beginning]));
}

class HandleFinder {
public:
  /// `declared`: the struct that the pointer is declared to lead to, if any.
  HandleFinder(const Function &function, TypeList &types,
               std::optional<uint32_t> declared = std::nullopt)
      : types(types), declared(declared) {
    noteVariables(function);
  }

  std::optional<uint32_t> run(const AllocaInst &variable) {
    visitVariable(variable);
    // What callees have it for counts where the function itself does not say.
    for (unsigned i = 0; i < passed.size() && i < kMostCalls; ++i)
      if (declared || (!found && !isMixed))
        visitCallee(*passed[i].first, passed[i].second);
    return isMixed ? std::nullopt : found;
  }

private:
  static constexpr unsigned kMostCalls = 32;

  void noteVariables(const Function &function) {
    if (!noted.insert(&function).second)
      return;
    for (const Instruction &inst : instructions(function))
      forEachDebugVariable(
          inst, [&](const DILocalVariable &variable, const Value *address) {
            note(address, variable);
          });
  }

  void note(const Value *address, const DILocalVariable &variable) {
    if (auto *place = dyn_cast_or_null<AllocaInst>(address))
      typeOf.try_emplace(place, variable.getType());
  }

  /// Numbers of IR, and pointers to them, are new types each time.
  bool areAlike(uint32_t one, uint32_t other) const {
    const TypeFacts &a = types[one], &b = types[other];
    return one == other ||
           (a.kind == b.kind &&
            (a.kind == COVERME_TYPE_Pointer
                 ? areAlike(a.element, b.element)
                 : a.kind == COVERME_TYPE_Scalar &&
                       a.scalarKind == b.scalarKind && a.width == b.width));
  }

  void add(uint32_t type) {
    if (!declared) {
      isMixed |= found && !areAlike(*found, type);
      found = type;
    } else if (beginsWith(type, *declared, types)) {
      const bool isLarger = !found || beginsWith(type, *found, types);
      isMixed |=
          !isLarger && type != *found && !beginsWith(*found, type, types);
      if (isLarger)
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
      } else if (auto *call = dyn_cast<CallBase>(user)) {
        for (unsigned i = 0; i < call->arg_size(); ++i)
          if (call->getArgOperand(i) == &pointer)
            passed.push_back({call, i});
      }
  }

  /// To a variable, whose type tells, unless it is what the pointer is declared
  /// as.
  void visitCopy(const Value *to) {
    auto *variable = dyn_cast_or_null<AllocaInst>(to);
    if (!variable)
      return;
    std::optional<uint32_t> type;
    if (const DIType *pointee = pointeeOf(typeOf.lookup(variable)))
      type = types.add(pointee);
    if (type == declared)
      visitVariable(*variable);
    else if (type)
      add(*type);
  }

  void visitCallee(const CallBase &call, unsigned argument) {
    const Function *callee = call.getCalledFunction();
    if (!callee)
      return;
    if (callee->isDeclaration()) {
      if (const DIType *pointee = pointeeOf(parameterType(call, argument)))
        add(types.add(pointee));
      return;
    }
    noteVariables(*callee);
    for (const ParameterHome &home : findParameterHomes(*callee))
      if (home.arguments.size() == 1 && home.arguments[0] == argument)
        visitCopy(home.variable);
  }

  /// A pointer that lies there. A variable tells where it leads, or what is
  /// read and written there, or the function that it is passed to.
  void visitInner(const Value &inner) {
    for (const User *user : inner.users())
      if (auto *store = dyn_cast<StoreInst>(user);
          store && store->getValueOperand() == &inner) {
        if (auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand()))
          if (const DIType *type = typeOf.lookup(variable); pointeeOf(type))
            add(types.add(type));
      } else if (store) {
        addBehind(*store->getValueOperand()->getType());
      } else if (auto *load = dyn_cast<LoadInst>(user)) {
        addBehind(*load->getType());
      } else if (auto *member = dyn_cast<GetElementPtrInst>(user)) {
        if (const DICompositeType *record =
                types.structNamed(member->getSourceElementType()))
          add(types.addPointerTo(types.add(record)));
      } else if (auto *call = dyn_cast<CallBase>(user)) {
        for (unsigned i = 0; i < call->arg_size(); ++i)
          if (call->getArgOperand(i) == &inner)
            if (const DIType *type = parameterType(*call, i); pointeeOf(type))
              add(types.add(type));
      }
  }

  void addBehind(const Type &type) {
    if (isTelling(type))
      add(types.addPointerTo(types.add(&type)));
  }

  /// A number that lies there. Bytes may be those of anything.
  void visitAccess(const Type &type) {
    if (isTelling(type))
      add(types.add(&type));
  }

  static bool isTelling(const Type &type) {
    return type.isFloatTy() || type.isDoubleTy() ||
           (type.isIntegerTy() && type.getIntegerBitWidth() > 8);
  }

  TypeList &types;
  const std::optional<uint32_t> declared;
  DenseMap<const AllocaInst *, const DIType *> typeOf;
  DenseSet<const Function *> noted;
  DenseSet<const AllocaInst *> visited;
  SmallVector<std::pair<const CallBase *, unsigned>, 8> passed; // where it is
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
  case COVERME_TYPE_VirtualTable: // the class's own, or one that is made up
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
