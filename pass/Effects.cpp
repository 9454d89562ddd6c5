// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Effects.h"

#include "Unreachable.h"

#include "coverme/meaning.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Functions of libm and stdlib that keep no state of their own but errno, and
/// write through their pointer parameters at most.
bool isPureLibraryFunction(StringRef name) {
  static const StringSet<> kMath = {
#define COVERME_LIBM(Name, Types) #Name,
#define COVERME_LIBM_POSIX(Name, Types) #Name,
#include "coverme/libm.def"
  };
  static const StringSet<> kOther = {"abs", "labs", "llabs"};
  if (kOther.contains(name) || kMath.contains(name))
    return true;
  return name.consume_back("f") && kMath.contains(name);
}

// Steps from an address to its object. Beyond, the address is not taken for
// local. Finite, since addresses may be cyclic in unreachable code.
constexpr unsigned kMaxLookup = 100;

/// Whether all uses of an address that never leaves the module are loads from
/// it, so that its object keeps its initial value.
bool isOnlyLoadedFrom(const Value &address) {
  return all_of(address.users(), [&](const User *user) {
    if (auto *load = dyn_cast<LoadInst>(user))
      return !load->isVolatile();
    if (auto *copy = dyn_cast<MemTransferInst>(user))
      return copy->getRawDest() != &address && !copy->isVolatile();
    auto *step = dyn_cast<GEPOperator>(user);
    return step && isOnlyLoadedFrom(*step);
  });
}

bool isUnchangingObject(const Value &object) {
  auto *global = dyn_cast<GlobalVariable>(&object);
  return global && (global->isConstant() ||
                    (global->hasLocalLinkage() && isOnlyLoadedFrom(*global)));
}

enum class Access { Read, Write };

/// Which addresses are the function's own business. Constants are nobody
/// else's, either, as long as they are read.
class OwnMemory {
public:
  OwnMemory(const Function &function, Access access) : access(access) {
    for (const Instruction &inst : instructions(function))
      if (auto *cell = dyn_cast<AllocaInst>(&inst);
          cell && isPointerCell(*cell))
        cells.insert(cell);
    dropForeignCells();
  }

  /// Whether `address` points into the function's frame, to what one of its
  /// pointer parameters points to, or to what is only read and never changes.
  bool contains(const Value *address) const {
    SmallVector<const Value *> objects;
    getUnderlyingObjects(address, objects, /*LI=*/nullptr, kMaxLookup);
    return all_of(objects, [&](const Value *object) {
      if (isa<AllocaInst, Argument, ConstantPointerNull>(object))
        return true;
      if (access == Access::Read && isUnchanging(object))
        return true;
      auto *load = dyn_cast<LoadInst>(object);
      return load && cells.contains(load->getPointerOperand());
    });
  }

private:
  /// Each object's uses are looked at once.
  bool isUnchanging(const Value *object) const {
    auto [known, isNew] = unchanging.try_emplace(object, false);
    if (isNew)
      known->second = isUnchangingObject(*object);
    return known->second;
  }

  /// A local variable that is only loaded from and only has pointers stored
  /// to it: `p` before mem2reg.
  static bool isPointerCell(const AllocaInst &cell) {
    return all_of(cell.users(), [&](const User *user) {
      if (auto *store = dyn_cast<StoreInst>(user))
        return store->getPointerOperand() == &cell &&
               store->getValueOperand() != &cell &&
               store->getValueOperand()->getType()->isPointerTy();
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(user))
        return intrinsic->isLifetimeStartOrEnd() ||
               isa<DbgInfoIntrinsic>(intrinsic);
      return isa<LoadInst>(user);
    });
  }

  /// Starts from "all cells hold own addresses" and gives up those that a
  /// store contradicts, until none does: `p = p + 1` keeps p own.
  void dropForeignCells() {
    SmallVector<const Value *> foreign;
    do {
      foreign.clear();
      for (const Value *cell : cells)
        if (!holdsOwnOnly(*cell))
          foreign.push_back(cell);
      for (const Value *cell : foreign)
        cells.remove(cell);
    } while (!foreign.empty());
  }

  bool holdsOwnOnly(const Value &cell) const {
    return all_of(cell.users(), [&](const User *user) {
      auto *store = dyn_cast<StoreInst>(user);
      return !store || contains(store->getValueOperand());
    });
  }

  const Access access;
  SmallSetVector<const Value *, 8> cells;
  mutable DenseMap<const Value *, bool> unchanging;
};

class FunctionEffects {
public:
  FunctionEffects(Function &function, const FunctionIndex &functions)
      : readable(function, Access::Read), writable(function, Access::Write),
        functionIndex(functions) {
    for (const Instruction &inst : instructions(function))
      visit(inst);
    if (isDefinedInPart(function))
      flags |= COVERME_FUNCTION_IsDefinedInPart;
    if (function.hasFnAttribute(COVERME_OPEN_SOURCE_ATTRIBUTE))
      flags |= COVERME_FUNCTION_MayMeanOther;
  }

  uint32_t flags = 0;
  SmallSetVector<uint32_t, 8> callees;

private:
  void visit(const Instruction &inst) {
    if (auto *call = dyn_cast<CallBase>(&inst))
      visitCall(*call);
    else if (auto *load = dyn_cast<LoadInst>(&inst))
      visitRead(load->getPointerOperand());
    else if (auto *store = dyn_cast<StoreInst>(&inst))
      visitWrite(store->getPointerOperand());
    else if (auto *update = dyn_cast<AtomicRMWInst>(&inst))
      visitWrite(update->getPointerOperand());
    else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&inst))
      visitWrite(exchange->getPointerOperand());
  }

  void visitWrite(const Value *address) {
    if (!writable.contains(address))
      flags |= COVERME_FUNCTION_WritesGlobal;
  }

  void visitRead(const Value *address) {
    if (!readable.contains(address))
      flags |= COVERME_FUNCTION_ReadsGlobal;
  }

  void visitCall(const CallBase &call) {
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
      return visitIntrinsic(*intrinsic);
    const Function *callee = calledFunction(call);
    if (!callee) {
      flags |= COVERME_FUNCTION_CallsUnknown;
      if (!call.isInlineAsm())
        flags |= COVERME_FUNCTION_CallsPointers;
      return;
    }
    if (auto known = functionIndex.find(callee); known != functionIndex.end())
      callees.insert(known->second);
    else if (call.isNoBuiltin() || !isPureLibraryFunction(callee->getName()))
      flags |= COVERME_FUNCTION_CallsUnknown;
    visitPointerArguments(call);
  }

  void visitIntrinsic(const IntrinsicInst &call) {
    switch (call.getIntrinsicID()) {
    case Intrinsic::set_rounding:
    case Intrinsic::set_fpenv:
    case Intrinsic::reset_fpenv:
    case Intrinsic::set_fpmode:
    case Intrinsic::reset_fpmode:
      flags |= COVERME_FUNCTION_CallsUnknown;
      return;
    case Intrinsic::stackrestore: // the end of an array of variable length
      return;
    default:
      if (!call.isAssumeLikeIntrinsic())
        visitPointerArguments(call);
    }
  }

  /// The callee answers for what it reads and writes on its own, but not for
  /// what this function has it reach through a pointer.
  void visitPointerArguments(const CallBase &call) {
    for (const Use &argument : call.args()) {
      if (!argument->getType()->isPointerTy())
        continue;
      visitRead(argument.get());
      if (call.onlyReadsMemory() ||
          call.onlyReadsMemory(call.getArgOperandNo(&argument)))
        continue;
      auto *global =
          dyn_cast<GlobalVariable>(getUnderlyingObject(argument.get()));
      if (!global || !global->isConstant())
        visitWrite(argument.get());
    }
  }

  const OwnMemory readable, writable;
  const FunctionIndex &functionIndex;
};

} // namespace

std::vector<uint32_t> findEffects(const std::vector<Function *> &functions,
                                  const FunctionIndex &functionIndex) {
  std::vector<FunctionEffects> effects;
  for (Function *function : functions)
    effects.emplace_back(*function, functionIndex);

  bool changed = true;
  while (changed) {
    changed = false;
    for (FunctionEffects &effect : effects)
      for (uint32_t callee : effect.callees) {
        uint32_t joined = effect.flags | effects[callee].flags;
        changed |= joined != effect.flags;
        effect.flags = joined;
      }
  }

  std::vector<uint32_t> flags;
  for (const FunctionEffects &effect : effects)
    flags.push_back(effect.flags);
  return flags;
}

} // namespace coverme::pass
