// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/InputsAlone.h"

#include "coverme/meaning.h"
#include "ir/Lifetimes.h"
#include "ir/Lower.h"
#include "ir/Promote.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace coverme {
namespace {

// --- instructions ------------------------------------------------------------

bool isOperation(unsigned opcode) {
  using llvm::Instruction;
  switch (opcode) {
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Unreachable:
  case Instruction::FNeg:
  case Instruction::Add:
  case Instruction::FAdd:
  case Instruction::Sub:
  case Instruction::FSub:
  case Instruction::Mul:
  case Instruction::FMul:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::FDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FRem:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Alloca:
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::FPToUI:
  case Instruction::FPToSI:
  case Instruction::UIToFP:
  case Instruction::SIToFP:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
  case Instruction::BitCast:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Call:
    return true;
  default:
    return false;
  }
}

bool isIntrinsicOfOperands(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::fabs:
  case llvm::Intrinsic::sqrt:
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
  case llvm::Intrinsic::round:
  case llvm::Intrinsic::copysign:
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::is_fpclass:
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::bswap:
  case llvm::Intrinsic::ctpop:
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memmove:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::trap:
    return true;
  default:
    return false;
  }
}

// Functions of libm, and others of numbers, whose result is known to the last
// bit for all operands. Of cbrt(0.3), gcc calculates another one than libm.
bool hasKnownResult(llvm::StringRef name) {
  name.consume_back("f");
  return llvm::StringSwitch<bool>(name)
      .Cases("abs", "labs", "llabs", "fabs", "copysign", true)
      .Cases("floor", "ceil", "trunc", "round", "rint", "nearbyint", true)
      .Cases("sqrt", "fma", "fdim", "fmod", "remainder", true)
      .Cases("ldexp", "scalbn", "scalbln", "logb", "nextafter", true)
      .Default(false);
}

// Are there structs with bytes between their members, or behind them?
bool hasPadding(llvm::Type *type, const llvm::DataLayout &layout) {
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return hasPadding(array->getElementType(), layout);
  auto *record = llvm::dyn_cast<llvm::StructType>(type);
  if (!record)
    return false;
  uint64_t size = 0;
  for (llvm::Type *member : record->elements()) {
    if (hasPadding(member, layout))
      return true;
    size += layout.getTypeStoreSize(member);
  }
  return size != layout.getTypeAllocSize(record);
}

bool isNumberType(const llvm::Type &type) {
  return type.isIntegerTy() || type.isFloatTy() || type.isDoubleTy() ||
         type.isX86_FP80Ty() || type.isHalfTy();
}

// Numbers alone: no addresses, no padding, no NaN of open sign.
bool isImageOfNumbers(const llvm::Constant &constant,
                      const llvm::DataLayout &layout) {
  if (hasPadding(constant.getType(), layout))
    return false;
  if (llvm::isa<llvm::ConstantInt, llvm::ConstantAggregateZero>(constant))
    return true;
  if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return !number->isNaN();
  if (const auto *data =
          llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      if (!isImageOfNumbers(*data->getElementAsConstant(i), layout))
        return false;
    return true;
  }
  if (!llvm::isa<llvm::ConstantAggregate>(constant))
    return false;
  return llvm::all_of(constant.operands(), [&](const llvm::Use &part) {
    return isImageOfNumbers(*llvm::cast<llvm::Constant>(part.get()), layout);
  });
}

class Reader {
public:
  bool areAllMadeOfInputs(const llvm::Function &entry) {
    takesPointers =
        llvm::any_of(entry.args(), [](const llvm::Argument &argument) {
          return argument.getType()->isPointerTy();
        });
    seen.insert(&entry);
    work.push_back(&entry);
    while (!work.empty()) {
      const llvm::Function *function = work.back();
      work.pop_back();
      if (!isMadeOfInputs(*function))
        return false;
    }
    // What was calculated is not looked at as bits behind our back.
    return !(storesFloats && loadsIntegers);
  }

private:
  bool isMadeOfInputs(const llvm::Function &function) {
    if (function.isDeclaration() || isReplaceable(function) ||
        function.isVarArg() || function.hasFnAttribute(llvm::Attribute::Naked))
      return false;
    const llvm::DominatorTree dominators(
        const_cast<llvm::Function &>(function));
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (!isMadeOfInputs(instruction, dominators))
        return false;
    return true;
  }

  bool isMadeOfInputs(const llvm::Instruction &instruction,
                      const llvm::DominatorTree &dominators) {
    // What stays in memory is looked at there.
    if (isUnwritten(instruction))
      return llvm::all_of(instruction.users(), [](const llvm::User *user) {
        const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
        return store && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(
                            store->getPointerOperand()));
      });
    if (isSomeNaN(instruction))
      return true; // isDefined() sees to it that nothing asks which
    if (!isOperation(instruction.getOpcode()) || !hasKnownOperands(instruction))
      return false;
    if (llvm::isa<llvm::FPMathOperator>(instruction) &&
        instruction.getFastMathFlags().any())
      return false;
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      return isKnownCall(*call);
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      loadsIntegers |= load->getType()->isIntegerTy() &&
                       !llvm::isa<llvm::GlobalVariable>(
                           llvm::getUnderlyingObject(load->getOperand(0)));
      return load->isSimple() && isNumberType(*load->getType());
    }
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value *what = store->getValueOperand();
      storesFloats |= !what->getType()->isIntegerTy() && !isUnwritten(*what);
      return !store->isAtomic() &&
             (isUnwritten(*what) || isNumberType(*what->getType()));
    }
    if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      return slot->isStaticAlloca() && !isNamedWhenDead(*slot) &&
             isWrittenFirst(*slot, dominators);
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
        compare && compare->getOperand(0)->getType()->isPointerTy())
      return isKnownComparison(*compare);
    // Compilers differ in when they round a _Float16 that is calculated, and in
    // whether an integer becomes one beside it.
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction))
      return !isShort(instruction);
    return !llvm::isa<llvm::BinaryOperator>(instruction) ||
           llvm::none_of(instruction.operands(), [](const llvm::Use &operand) {
             return isShort(*operand);
           });
  }

  static bool isShort(const llvm::Value &value) {
    if (const auto *extended = llvm::dyn_cast<llvm::FPExtInst>(&value))
      return isShort(*extended->getOperand(0));
    return value.getType()->isHalfTy() || value.getType()->isBFloatTy();
  }

  bool hasKnownOperands(const llvm::Instruction &instruction) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    for (const llvm::Use &operand : instruction.operands()) {
      const auto *constant = llvm::dyn_cast<llvm::Constant>(operand.get());
      if (!constant || (call && call->isCallee(&operand)))
        continue;
      // It may have been an integer, which only what is assigned is not.
      if (isShort(*constant) && !llvm::isa<llvm::StoreInst>(instruction))
        return false;
      if (llvm::isa<llvm::ConstantPointerNull>(constant) ||
          (isNumberType(*constant->getType()) &&
           isImageOfNumbers(*constant,
                            instruction.getModule()->getDataLayout())))
        continue;
      if (!constant->getType()->isPointerTy() || !isKnownObject(*constant))
        return false;
    }
    return true;
  }

  // A place in a variable that never changes.
  static bool isKnownObject(const llvm::Constant &place) {
    const llvm::Value *object = place.stripInBoundsConstantOffsets();
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object);
    return global && hasKnownContent(*global) &&
           isImageOfNumbers(*global->getInitializer(),
                            global->getParent()->getDataLayout());
  }

  bool isKnownCall(const llvm::CallInst &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee || call.isInlineAsm())
      return false;
    for (const llvm::Value *argument : call.args())
      if (isShort(*argument))
        return false;
    if (const auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&call))
      return !copy->isVolatile();
    if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
      return isIntrinsicOfOperands(intrinsic->getIntrinsicID()) &&
             !(takesPointers && maySetErrno(*intrinsic)) && isPlain(call);
    if (!callee->isDeclaration()) {
      if (callee->getFunctionType() != call.getFunctionType())
        return false;
      if (seen.insert(callee).second)
        work.push_back(callee);
      return true;
    }
    // The pass has told the functions of libm from all others. Where they are
    // not the compiler's, they may be the program's.
    return !call.isNoBuiltin() && hasKnownResult(callee->getName()) &&
           !(takesPointers && maySetErrno(callee->getName())) &&
           llvm::none_of(call.args(), [](const llvm::Value *argument) {
             return argument->getType()->isPointerTy();
           });
  }

  // Does it say no more of a NaN than that it is one?
  static bool isPlain(const llvm::CallInst &call) {
    if (call.getIntrinsicID() != llvm::Intrinsic::is_fpclass)
      return true;
    const uint64_t classes =
        llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
    return (classes & llvm::fcNan) == 0 ||
           (classes & llvm::fcNan) == llvm::fcNan;
  }

  // With null, or within one object.
  static bool isKnownComparison(const llvm::ICmpInst &compare) {
    const llvm::Value *left = llvm::getUnderlyingObject(compare.getOperand(0));
    const llvm::Value *right = llvm::getUnderlyingObject(compare.getOperand(1));
    const auto isObject = [](const llvm::Value *value) {
      return llvm::isa<llvm::AllocaInst, llvm::Argument, llvm::GlobalVariable>(
          value);
    };
    // Of literals, nobody knows which are one object.
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(left);
    if (left == right)
      return isObject(left) && !(global && global->hasGlobalUnnamedAddr());
    return (llvm::isa<llvm::ConstantPointerNull>(left) && isObject(right)) ||
           (llvm::isa<llvm::ConstantPointerNull>(right) && isObject(left));
  }

  // Is a variable that stays in memory written as a whole ahead of whatever
  // else is done with it?
  static bool isWrittenFirst(const llvm::AllocaInst &slot,
                             const llvm::DominatorTree &dominators) {
    const llvm::DataLayout &layout = slot.getModule()->getDataLayout();
    const std::optional<llvm::TypeSize> size = slot.getAllocationSize(layout);
    if (!size || size->isScalable())
      return false;
    std::set<const llvm::User *> users;
    std::vector<const llvm::User *> next(slot.user_begin(), slot.user_end());
    const llvm::Instruction *whole = nullptr;
    std::vector<const llvm::Instruction *> rest, unwritten;
    while (!next.empty()) {
      const auto *user = llvm::dyn_cast<llvm::Instruction>(next.back());
      next.pop_back();
      if (!user || !users.insert(user).second)
        continue;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(
              user)) {
        next.insert(next.end(), user->user_begin(), user->user_end());
        continue;
      }
      if (writesWhole(*user, slot, *size, layout)) {
        whole = user;
        continue;
      }
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store && isUnwritten(*store->getValueOperand())) {
        unwritten.push_back(store);
        continue;
      }
      const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      if (!intrinsic || !intrinsic->isLifetimeStartOrEnd())
        rest.push_back(user);
    }
    return rest.empty() ||
           (whole &&
            llvm::all_of(rest,
                         [&](const llvm::Instruction *user) {
                           return dominators.dominates(whole, user);
                         }) &&
            llvm::all_of(unwritten, [&](const llvm::Instruction *store) {
              return dominators.dominates(store, whole);
            }));
  }

  static bool writesWhole(const llvm::Instruction &user,
                          const llvm::AllocaInst &slot, uint64_t size,
                          const llvm::DataLayout &layout) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user))
      return store->getPointerOperand() == &slot &&
             !isUnwritten(*store->getValueOperand()) &&
             layout.getTypeStoreSize(store->getValueOperand()->getType()) ==
                 size;
    const auto *fill = llvm::dyn_cast<llvm::MemIntrinsic>(&user);
    if (!fill || fill->getRawDest() != &slot)
      return false;
    const auto *count = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    return count && count->getZExtValue() == size;
  }

  std::set<const llvm::Function *> seen;
  std::vector<const llvm::Function *> work;
  bool storesFloats = false, loadsIntegers = false;
  bool takesPointers = false; // the entry does, perhaps one to errno
};

} // namespace

bool maySetErrno(std::string_view function) {
  llvm::StringRef name = function;
  name.consume_back("f");
  return !llvm::StringSwitch<bool>(name)
              .Cases("fabs", "copysign", "floor", "ceil", "trunc", "round",
                     true)
              .Cases("rint", "nearbyint", "fmin", "fmax", "abs", "labs",
                     "llabs", true)
              .Default(false);
}

bool maySetErrno(const llvm::IntrinsicInst &call) {
  static const std::set<std::string_view> ofLibm = {
      "sincos",
#define COVERME_LIBM(Name, Types) #Name,
#include "coverme/libm.def"
  };
  llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
  name.consume_front("llvm.");
  return ofLibm.contains(name) && maySetErrno(name);
}

bool isReplaceable(const llvm::Function &function) {
  return function.isInterposable() ||
         function.hasAvailableExternallyLinkage() ||
         function.hasFnAttribute(COVERME_INLINE_COPY_ATTRIBUTE) ||
         function.hasFnAttribute(COVERME_OPEN_MEANING_ATTRIBUTE);
}

bool isMadeOfInputs(const llvm::Function &entry) {
  return Reader().areAllMadeOfInputs(entry);
}

} // namespace coverme
