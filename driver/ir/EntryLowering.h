// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lowering behind Lower.h, in several files: the whole and control flow in
// Lower.cpp, operands in LowerOperands.cpp, instructions in
// LowerInstructions.cpp, calls in LowerCalls.cpp, and what can be said only
// when all is lowered in LowerWhole.cpp.
#ifndef COVERME_DRIVER_IR_ENTRYLOWERING_H
#define COVERME_DRIVER_IR_ENTRYLOWERING_H

#include "coverme/abi.h"
#include "ir/CodeBuilder.h"
#include "ir/Lower.h"
#include "ir/Promote.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

using code::BlockId;
using code::CodeBuilder;
using code::kNone;
using code::Object;
using code::Op;
using code::TypeKind;
using code::ValueId;
using CodeType = code::Type;

// What cannot be expressed ends the whole lowering.
struct Unsupported {
  std::string reason;
};

inline CodeType typeOf(const llvm::Type *type) {
  if (type->isVoidTy())
    return {TypeKind::None, 0};
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return {TypeKind::Int, static_cast<uint8_t>(type->getIntegerBitWidth())};
  if (type->isFloatTy())
    return {TypeKind::Float, 32};
  if (type->isDoubleTy())
    return {TypeKind::Float, 64};
  if (type->isPointerTy() && type->getPointerAddressSpace() == 0)
    return {TypeKind::Pointer, 64};
  return {TypeKind::Other, 0};
}

inline bool isNumber(CodeType type) { return type.isInt() || type.isFloat(); }

constexpr CodeType kInt64{TypeKind::Int, 64};
constexpr CodeType kInt32{TypeKind::Int, 32};
constexpr CodeType kInt8{TypeKind::Int, 8};
constexpr CodeType kBit{TypeKind::Int, 1};
constexpr CodeType kPointer{TypeKind::Pointer, 64};

inline uint64_t indexOf(const llvm::MDNode *node) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))
      ->getZExtValue();
}

// May a caller have a pointer to the variable? What lies in a section of its
// own can be had by the names that linkers give to its ends.
bool isWithinReach(const llvm::GlobalVariable &global);

// No flags for what is no operation on floats.
inline llvm::FastMathFlags
fastMathFlagsOf(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::FPMathOperator>(instruction)
             ? instruction.getFastMathFlags()
             : llvm::FastMathFlags();
}

class EntryLowering {
public:
  // `plan` is that of the entry, perhaps without the user's bounds.
  EntryLowering(llvm::Module &module, const Program &program,
                uint32_t firstFunction, uint32_t firstSite, uint32_t entry,
                const InputPlan &plan)
      : module(module), layout(module.getDataLayout()), program(program),
        firstFunction(firstFunction), firstSite(firstSite), entry(entry),
        plan(plan), builder(scalarsOf(plan)) {}

  // Throws Unsupported.
  LoweredEntry run();
  // After run(): are the entry's own sites left out, since others may call it,
  // and they need not keep to the user's bounds?
  bool isCalledBeyondBounds() const { return calledBeyondBounds; }

private:
  // One activation of a function.
  struct Frame {
    llvm::DenseMap<const llvm::Value *, ValueId> values;
    // For values that may come from memory that was not written: the value that
    // says whether they do.
    llvm::DenseMap<const llvm::Value *, ValueId> unwritten;
    llvm::DenseMap<const llvm::BasicBlock *, BlockId> starts, ends;
    BlockId end;            // where it returns to
    ValueId result = kNone; // a phi there
    // Where its variables lie, and how many bytes they have.
    std::vector<std::pair<ValueId, uint64_t>> variables;
    BlockId at = 0; // the block that is being filled
  };

  // The whole, and control flow: Lower.cpp.

  static std::vector<Scalar> scalarsOf(const InputPlan &plan);
  llvm::Function &findEntry() const;
  std::vector<ValueId> argumentsOf(llvm::Function &function);
  ValueId argument(const Argument &given);
  ValueId anything(CodeType type);
  ValueId expand(llvm::Function &function,
                 const std::vector<ValueId> &arguments, BlockId from,
                 BlockId end);
  void lowerTerminator(Frame &frame, llvm::Instruction &terminator);
  void lowerBranch(Frame &frame, llvm::BranchInst &branch);
  ValueId input(uint32_t slot) { return builder.input(slot); }
  ValueId address(BlockId block, uint32_t object) {
    return builder.emit(block, Op::Address, kPointer, {}, object);
  }
  void havoc(Frame &frame) { builder.emit(frame.at, Op::Havoc, {}, {}); }

  // Values and addresses: LowerOperands.cpp.

  ValueId value(Frame &frame, const llvm::Value *operand);
  ValueId handedOn(Frame &frame, const llvm::Value *operand);
  static std::set<const llvm::Value *>
  perhapsUnwritten(llvm::Function &function);
  ValueId isUnwrittenNow(Frame &frame, const llvm::Value *operand);
  ValueId isUnwrittenSelect(Frame &frame, llvm::SelectInst &select);
  ValueId unknown(Frame &frame, const llvm::Type *type);
  ValueId constantValue(Frame &frame, const llvm::Constant *constant);
  ValueId someNaN(Frame &frame, CodeType type);
  uint32_t objectOf(const llvm::GlobalVariable &global);
  ValueId int64(Frame &frame, int64_t number);
  ValueId shifted(Frame &frame, ValueId pointer, int64_t bytes);

  // Instructions that compute, load and store: LowerInstructions.cpp.
  // kNone for what has no value.

  void lowerInstruction(Frame &frame, llvm::Instruction &instruction);
  ValueId lowered(Frame &frame, llvm::Instruction &instruction);
  ValueId plain(Frame &frame, Op op, llvm::Instruction &instruction);
  ValueId readBool(Frame &frame, llvm::TruncInst &cast);
  ValueId comparison(Frame &frame, llvm::CmpInst &compare);
  ValueId selection(Frame &frame, llvm::SelectInst &select);
  ValueId bitcast(Frame &frame, llvm::BitCastInst &cast);
  ValueId stackObject(Frame &frame, llvm::AllocaInst &slot);
  void blur(Frame &frame, ValueId pointer, uint64_t bytes);
  ValueId loaded(Frame &frame, llvm::LoadInst &load);
  std::optional<uint64_t> constantAt(ValueId pointer, CodeType type) const;
  ValueId stored(Frame &frame, llvm::StoreInst &store);
  ValueId elementAddress(Frame &frame, llvm::GEPOperator &gep);

  // Calls: LowerCalls.cpp.

  ValueId called(Frame &frame, llvm::CallInst &call);
  ValueId calledUnseen(Frame &frame, llvm::CallBase &call);
  void lowerInvoke(Frame &frame, llvm::InvokeInst &invoke);
  std::optional<ValueId> calledMath(Frame &frame, llvm::CallInst &call,
                                    const llvm::Function &callee);
  std::optional<ValueId> calledLibrary(Frame &frame, llvm::CallInst &call,
                                       llvm::Function &callee);
  bool leavesMemory(const llvm::Function &function) const;
  void writeErrno(Frame &frame);
  ValueId applied(Frame &frame, Op op, llvm::CallInst &call);
  bool canExpand(const llvm::CallInst &call, const llvm::Function &callee);
  ValueId expandCall(Frame &frame, llvm::CallInst &call,
                     llvm::Function &callee);
  ValueId calledIntrinsic(Frame &frame, llvm::IntrinsicInst &call);
  ValueId moved(Frame &frame, llvm::MemIntrinsic &call);
  ValueId absolute(Frame &frame, llvm::IntrinsicInst &call);
  void giveAway(Frame &frame, llvm::Instruction &instruction);

  // What is known when all is lowered: LowerWhole.cpp.

  void markEscapes();
  void findAccessesToErrno();
  bool isWithinObject(ValueId pointer) const;
  void forgetAddresses();
  bool forgetBools();
  std::set<ValueId> rootsOf(ValueId pointer) const;
  bool isOfLibrary(const llvm::Function &function) const;
  bool isAddressTaken(const llvm::Function &function) const;
  std::set<const llvm::Function *> calledElsewhere() const;
  bool seesAllVisits(const Site &site) const;
  bool isAboutAnyCall() const;
  std::set<const llvm::Function *> changingRounding() const;
  void checkFloatingPointEnvironment() const;
  std::vector<uint32_t> reportedSites();

  llvm::Module &module;
  const llvm::DataLayout &layout;
  const Program &program;
  uint32_t firstFunction, firstSite, entry;
  const InputPlan &plan;
  CodeBuilder builder;
  llvm::DenseMap<const llvm::GlobalVariable *, uint32_t> globals;
  std::set<uint32_t> literals; // objects
  // Values that are addresses of another object each time, or that outlive
  // their object.
  std::set<ValueId> dynamic;
  std::optional<uint32_t> errnoObject;
  std::set<const llvm::Function *> active, expanded;
  std::set<const llvm::Function *> calledAsIs; // called without being expanded
  // Functions that change the rounding mode, or lead to others that do.
  std::set<const llvm::Function *> changesRounding;
  std::vector<ValueId> givenAway;
  std::vector<ValueId> pointerComparisons;
  std::vector<ValueId> boolsRead; // of objects that others have made
  // By argument: the value that says whether it is null, which is unknown but
  // the same throughout the call.
  llvm::DenseMap<ValueId, ValueId> nullness;
  bool looksAtAddresses = false; // of what parameters point to
  bool leavesModule = false;     // also through pointers
  bool callsPointers = false;
  bool callsStrangers = false; // by names of the C library
  bool isOpenCall = false;     // arguments that no input tells
  bool calledBeyondBounds = false;
  const llvm::TargetLibraryInfoImpl names{
      llvm::Triple(module.getTargetTriple())};
  const llvm::TargetLibraryInfo library{names};
};

} // namespace coverme

#endif
