// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Promote.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coverme {
namespace {

constexpr char kUnwritten[] = "coverme.unwritten";
// What is read behind the end of a variable's life; begins like the above.
constexpr char kOutlived[] = "coverme.unwritten.outlived";
constexpr char kNaN[] = "coverme.nan";
constexpr char kKept[] = "coverme.kept";
// A variable of more parts stays in memory, where nothing is made up for what
// was not written.
constexpr size_t kMaxParts = 64;

// A part of a variable: its offset, and its type.
using TypeAt = std::pair<uint64_t, llvm::Type *>;

struct Parts {
  std::vector<TypeAt> all, padding;
};

bool isCallOf(const llvm::Value &value, const char *name) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName().starts_with(name);
}

class Fill {
public:
  explicit Fill(llvm::Module &module)
      : module(module), layout(module.getDataLayout()) {}

  void run() {
    for (llvm::Function &function : module) {
      if (function.isDeclaration())
        continue;
      std::vector<llvm::AllocaInst *> slots;
      std::vector<llvm::Use *> constants;
      for (llvm::Instruction &instruction : llvm::instructions(function)) {
        if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
          slots.push_back(slot);
        for (llvm::Use &operand : instruction.operands())
          if (const auto *number = llvm::dyn_cast<llvm::ConstantFP>(&operand);
              number && number->getValueAPF().isNaN() &&
              !number->getType()->isVectorTy() &&
              !llvm::isa<llvm::IntrinsicInst>(instruction))
            constants.push_back(&operand);
      }
      for (llvm::Use *constant : constants)
        replaceNaN(*constant);
      for (llvm::AllocaInst *slot : slots)
        fill(*slot);
    }
  }

  // What SROA has left is taken for unwritten without being told.
  void removeRest() {
    for (llvm::Function &function : llvm::make_early_inc_range(module)) {
      const bool isKept = function.getName().starts_with(kKept);
      if (!isKept && !function.getName().starts_with(kUnwritten))
        continue;
      for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
        auto *call = llvm::cast<llvm::CallInst>(user);
        if (function.getName().starts_with(kOutlived))
          removeStores(*call);
        if (isKept || call->use_empty())
          call->eraseFromParent();
      }
    }
  }

private:
  // What is behind the life of a variable that stays in memory is said by the
  // mark of its end.
  static void removeStores(llvm::CallInst &value) {
    for (llvm::User *user : llvm::make_early_inc_range(value.users()))
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        llvm::Value *place = store->getPointerOperand();
        store->eraseFromParent();
        llvm::RecursivelyDeleteTriviallyDeadInstructions(place);
      }
  }

  void fill(llvm::AllocaInst &slot) {
    if (!slot.isStaticAlloca() || slot.isSwiftError() ||
        slot.isUsedWithInAlloca())
      return; // not promoted
    Parts parts;
    const bool isSmall = !slot.isArrayAllocation() &&
                         addParts(slot.getAllocatedType(), 0, parts);
    if (!isSmall) {
      llvm::IRBuilder<> at(slot.getNextNode());
      at.CreateCall(callee(kKept, at.getVoidTy(), slot.getType()), {&slot});
      return;
    }
    std::vector<llvm::Instruction *> starts{&slot}, ends, writes;
    for (llvm::User *user : slot.users()) {
      const auto *call = llvm::dyn_cast<llvm::CallInst>(user);
      const auto mark =
          call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic;
      if (mark == llvm::Intrinsic::lifetime_start)
        starts.push_back(llvm::cast<llvm::Instruction>(user));
      else if (mark == llvm::Intrinsic::lifetime_end)
        ends.push_back(llvm::cast<llvm::Instruction>(user));
    }
    if (!parts.padding.empty())
      addWrites(slot, writes);
    for (llvm::Instruction *start : starts)
      forget(slot, *start, parts.all, kUnwritten);
    for (llvm::Instruction *end : ends)
      forget(slot, *end, parts.all, kOutlived);
    for (llvm::Instruction *write : writes)
      forget(slot, *write, parts.padding, kUnwritten);
  }

  // What writes to the variable, or to the place in it: whatever writes a
  // member may write the padding, too, and what copies a struct may leave it
  // out.
  static void addWrites(llvm::Value &place,
                        std::vector<llvm::Instruction *> &writes) {
    for (llvm::User *user : place.users()) {
      if (auto *part = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        addWrites(*part, writes);
      } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getPointerOperand() == &place)
          writes.push_back(store);
      } else if (auto *set = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        if (set->getRawDest() == &place)
          writes.push_back(set);
      }
    }
  }

  // Stores what nobody knows behind the instruction.
  void forget(llvm::AllocaInst &slot, llvm::Instruction &behind,
              const std::vector<TypeAt> &parts, const char *what) {
    llvm::IRBuilder<> at(behind.getNextNode());
    for (const auto &[offset, type] : parts) {
      llvm::Value *place =
          offset == 0 ? &slot : at.CreatePtrAdd(&slot, at.getInt64(offset));
      at.CreateAlignedStore(at.CreateCall(callee(what, type)), place,
                            llvm::Align(1));
    }
  }

  // False if there are too many.
  bool addParts(llvm::Type *type, uint64_t offset, Parts &parts) {
    const uint64_t begin = offset;
    const llvm::TypeSize size = layout.getTypeAllocSize(type);
    if (size.isScalable())
      return false;
    if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout *fields = layout.getStructLayout(record);
      for (unsigned i = 0; i < record->getNumElements(); ++i)
        if (!addPadding(offset, begin + fields->getElementOffset(i), parts) ||
            !addParts(record->getElementType(i), offset, parts))
          return false;
        else
          offset += layout.getTypeAllocSize(record->getElementType(i));
    } else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      for (uint64_t i = 0; i < array->getNumElements(); ++i) {
        if (!addParts(array->getElementType(), offset, parts))
          return false;
        offset += layout.getTypeAllocSize(array->getElementType());
      }
    } else {
      parts.all.emplace_back(offset, type);
      offset += layout.getTypeStoreSize(type);
    }
    return addPadding(offset, begin + size, parts);
  }

  bool addPadding(uint64_t &from, uint64_t to, Parts &parts) {
    for (; from < to && parts.all.size() <= kMaxParts; ++from) {
      parts.padding.emplace_back(from,
                                 llvm::Type::getInt8Ty(module.getContext()));
      parts.all.push_back(parts.padding.back());
    }
    return parts.all.size() <= kMaxParts;
  }

  void replaceNaN(llvm::Use &constant) {
    auto *user = llvm::cast<llvm::Instruction>(constant.getUser());
    auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    llvm::Instruction *place =
        phi ? phi->getIncomingBlock(constant)->getTerminator() : user;
    llvm::IRBuilder<> at(place);
    llvm::Value *call = at.CreateCall(callee(kNaN, constant->getType()));
    if (!phi) {
      constant.set(call);
      return;
    }
    // All operands for one block must be one value.
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      if (phi->getIncomingBlock(i) == place->getParent())
        phi->setIncomingValue(i, call);
  }

  // A function that nobody knows anything about but that it does nothing.
  llvm::FunctionCallee callee(const char *name, llvm::Type *result,
                              llvm::Type *parameter = nullptr) {
    std::string full = name;
    llvm::raw_string_ostream text(full);
    text << '.' << *result;
    std::vector<llvm::Type *> parameters;
    if (parameter)
      parameters.push_back(parameter);
    llvm::FunctionCallee function = module.getOrInsertFunction(
        full, llvm::FunctionType::get(result, parameters, false));
    if (!parameter) {
      auto *declared = llvm::cast<llvm::Function>(function.getCallee());
      declared->setDoesNotAccessMemory();
      declared->setDoesNotThrow();
      declared->setWillReturn();
    }
    return function;
  }

  llvm::Module &module;
  const llvm::DataLayout &layout;
};

} // namespace

void promoteMemory(llvm::Module &module) {
  Fill fill(module);
  fill.run();
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  // Sites stand on branches, so the graph has to stay.
  llvm::SROAPass promote(llvm::SROAOptions::PreserveCFG);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      promote.run(function, analyses);
  fill.removeRest();
}

bool isUnwritten(const llvm::Value &value) {
  return isCallOf(value, kUnwritten);
}

bool isSomeNaN(const llvm::Value &value) { return isCallOf(value, kNaN); }

} // namespace coverme
