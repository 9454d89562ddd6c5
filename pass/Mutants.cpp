// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutants.h"

#include "coverme/mutants.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <cstdlib>
#include <optional>
#include <set>

using namespace llvm;

namespace coverme::pass {
namespace {

// A relative change of floats that most formats can show, and few tests of a
// result miss by rounding.
constexpr double kFloatChange = 1.0 / 1024;

bool isNumber(const Type *type) {
  return type->isFloatTy() || type->isDoubleTy() || type->isHalfTy() ||
         type->isX86_FP80Ty() || type->isFP128Ty() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

bool isChangeable(const Value *value) {
  if (const auto *number = dyn_cast<ConstantInt>(value))
    return number->getBitWidth() > 1 && number->getBitWidth() <= 64;
  const auto *number = dyn_cast<ConstantFP>(value);
  return number && isNumber(number->getType()) &&
         number->getValueAPF().isFinite();
}

Constant *changed(const Constant *constant) {
  if (const auto *number = dyn_cast<ConstantInt>(constant))
    return ConstantInt::get(number->getType(), number->getValue() + 1);
  APFloat value = cast<ConstantFP>(constant)->getValueAPF();
  APFloat factor(value.isZero() ? kFloatChange : 1 + kFloatChange);
  bool isInexact = false;
  factor.convert(value.getSemantics(), APFloat::rmNearestTiesToEven,
                 &isInexact);
  if (value.isZero())
    value = factor;
  else
    value.multiply(factor, APFloat::rmNearestTiesToEven);
  return ConstantFP::get(constant->getContext(), value);
}

std::optional<Instruction::BinaryOps> otherOperation(unsigned operation) {
  switch (operation) {
  case Instruction::FAdd:
    return Instruction::FSub;
  case Instruction::FSub:
    return Instruction::FAdd;
  case Instruction::FMul:
    return Instruction::FDiv;
  case Instruction::FDiv:
    return Instruction::FMul;
  case Instruction::Sub:
  case Instruction::Mul: // a division might trap
    return Instruction::Add;
  case Instruction::Add:
    return Instruction::Sub;
  case Instruction::UDiv:
  case Instruction::SDiv:
    return Instruction::Mul;
  case Instruction::Shl:
    return Instruction::LShr;
  case Instruction::LShr:
  case Instruction::AShr:
    return Instruction::Shl;
  case Instruction::And:
    return Instruction::Or;
  case Instruction::Or:
  case Instruction::Xor:
    return Instruction::And;
  default:
    return std::nullopt;
  }
}

/// < and <=; == and !=.
CmpInst::Predicate otherPredicate(CmpInst::Predicate predicate) {
  if (CmpInst::isIntPredicate(predicate) && !ICmpInst::isRelational(predicate))
    return CmpInst::getInversePredicate(predicate);
  return CmpInst::isStrictPredicate(predicate)
             ? CmpInst::getNonStrictPredicate(predicate)
         : CmpInst::isNonStrictPredicate(predicate)
             ? CmpInst::getStrictPredicate(predicate)
             : CmpInst::getInversePredicate(predicate);
}

bool isDivision(unsigned operation) {
  return operation == Instruction::UDiv || operation == Instruction::SDiv ||
         operation == Instruction::URem || operation == Instruction::SRem;
}

bool isConstantLoad(const Instruction &inst) {
  const auto *load = dyn_cast<LoadInst>(&inst);
  if (!load || load->isVolatile() || !isNumber(load->getType()) ||
      load->getType()->isIntegerTy(1))
    return false;
  const auto *global =
      dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand()));
  return global && global->isConstant();
}

/// Does no number trap when it is divided by this one?
bool isDivisor(const Constant &constant) {
  return !constant.isNullValue() && !constant.isAllOnesValue();
}

/// May the operand be another constant? Then one that is no part of a type.
bool isValue(const Instruction &inst, unsigned index) {
  const Use &use = inst.getOperandUse(index);
  if (!isChangeable(use.get()))
    return false;
  if (const auto *address = dyn_cast<GetElementPtrInst>(&inst)) {
    // The last index, of an array; the first one of several is clang's.
    auto type = gep_type_begin(address);
    for (unsigned i = 1; i < index; ++i)
      ++type;
    return index + 1 == inst.getNumOperands() && !type.isStruct();
  }
  if (isa<BinaryOperator>(inst) && index == 1 && isDivision(inst.getOpcode()))
    return isDivisor(*changed(cast<Constant>(use.get())));
  if (const auto *call = dyn_cast<CallInst>(&inst))
    // An assembler may want a constant.
    return call->isArgOperand(&use) && !isa<MemIntrinsic>(call) &&
           !call->isLifetimeStartOrEnd() && !call->isInlineAsm() &&
           !call->paramHasAttr(call->getArgOperandNo(&use), Attribute::ImmArg);
  if (const auto *phi = dyn_cast<PHINode>(&inst))
    return llvm::count(phi->blocks(), phi->getIncomingBlock(index)) == 1;
  return isa<BinaryOperator, CmpInst, CastInst, SelectInst, StoreInst,
             ReturnInst>(inst);
}

/// Without effects, so that it can be done twice.
bool isPure(const Instruction &inst) {
  return isa<BinaryOperator, CmpInst, CastInst, SelectInst>(inst);
}

void findIn(Function &function, std::vector<Mutant> &mutants) {
  using Kind = Mutant::Kind;
  for (Instruction &inst : instructions(function)) {
    // Under -frounding-math operations are calls with marks.
    if (!inst.getDebugLoc() || isa<ConstrainedFPIntrinsic>(inst))
      continue;
    if (const auto *operation = dyn_cast<BinaryOperator>(&inst);
        operation && isNumber(inst.getType()) &&
        otherOperation(operation->getOpcode()))
      mutants.push_back({&inst, Kind::Operation});
    if (const auto *compare = dyn_cast<CmpInst>(&inst);
        compare && isNumber(compare->getOperand(0)->getType())) {
      mutants.push_back(
          {&inst, Kind::Predicate, 0, otherPredicate(compare->getPredicate())});
      mutants.push_back({&inst, Kind::Outcome, 0});
      mutants.push_back({&inst, Kind::Outcome, 1});
    }
    if (isConstantLoad(inst))
      mutants.push_back({&inst, Kind::Result});
    for (unsigned i = 0; i < inst.getNumOperands(); ++i)
      if (isValue(inst, i))
        mutants.push_back({&inst, Kind::Operand, i});
  }
}

class Inserter {
public:
  Inserter(Module &module, size_t count)
      : module(module), word(Type::getInt32Ty(module.getContext())) {
    Type *type = ArrayType::get(word, 1 + count);
    // Until somebody replaces it.
    auto *own = new GlobalVariable(
        module, type, /*isConstant=*/false, GlobalValue::PrivateLinkage,
        ConstantAggregateZero::get(type), "coverme.mutant.words");
    words = makeGlobal(COVERME_MUTANT_WORDS, own, /*isConstant=*/false);
    makeGlobal(COVERME_MUTANT_COUNT, ConstantInt::get(word, count),
               /*isConstant=*/true);
  }

  /// All of one instruction, of which the first has the number.
  void insert(ArrayRef<Mutant> mutants, uint32_t number) {
    Instruction *at = mutants[0].at;
    SmallVector<Use *, 4> uses;
    for (Use &use : at->uses())
      uses.push_back(&use);
    Value *value = at;
    for (const Mutant &mutant : mutants)
      if (isPure(*at) || mutant.kind == Mutant::Kind::Result)
        value = insertResult(mutant, number++, value);
      else
        insertOperand(mutant, number++);
    for (Use *use : uses)
      use->set(value);
  }

private:
  GlobalVariable *makeGlobal(const char *name, Constant *value,
                             bool isConstant) {
    auto *variable =
        new GlobalVariable(module, value->getType(), isConstant,
                           GlobalValue::ExternalLinkage, value, name);
    variable->setVisibility(GlobalValue::DefaultVisibility);
    return variable;
  }

  struct State {
    Value *isActive, *mark; // is it in force; where its word is
  };
  State stateOf(IRBuilder<> &builder, uint32_t number) const {
    Value *table = builder.CreateLoad(builder.getPtrTy(), words);
    return {builder.CreateICmpEQ(builder.CreateLoad(word, table),
                                 builder.getInt32(number)),
            builder.CreateConstInBoundsGEP1_64(word, table, number)};
  }

  void insertOperand(const Mutant &mutant, uint32_t number) const {
    Instruction *place = mutant.at;
    if (const auto *phi = dyn_cast<PHINode>(place))
      place = phi->getIncomingBlock(mutant.index)->getTerminator();
    IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(mutant.at->getDebugLoc());
    const State state = stateOf(builder, number);
    builder.CreateStore(builder.getInt32(1), state.mark);
    auto *constant = cast<Constant>(mutant.at->getOperand(mutant.index));
    mutant.at->setOperand(
        mutant.index,
        builder.CreateSelect(state.isActive, changed(constant), constant));
  }

  /// Behind `before`, which is the instruction's result with earlier mutants.
  Value *insertResult(const Mutant &mutant, uint32_t number,
                      Value *before) const {
    IRBuilder<> builder(cast<Instruction>(before)->getNextNode());
    builder.SetCurrentDebugLocation(mutant.at->getDebugLoc());
    // Of an overflow, or a shift by too much, it may be anything.
    Value *other = builder.CreateFreeze(resultOf(builder, mutant));
    Value *differs = builder.CreateICmpNE(bitsOf(builder, mutant.at),
                                          bitsOf(builder, other));
    const State state = stateOf(builder, number);
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(word, state.mark),
                                         builder.CreateZExt(differs, word)),
                        state.mark);
    // Folding would leave nothing to put the next one behind.
    return builder.Insert(SelectInst::Create(state.isActive, other, before));
  }

  static Value *resultOf(IRBuilder<> &builder, const Mutant &mutant) {
    Instruction *at = mutant.at;
    Type *type = at->getType();
    switch (mutant.kind) {
    case Mutant::Kind::Operation:
      return builder.Insert(
          BinaryOperator::Create(*otherOperation(at->getOpcode()),
                                 at->getOperand(0), at->getOperand(1)));
    case Mutant::Kind::Outcome:
      return ConstantInt::get(type, mutant.index);
    case Mutant::Kind::Result:
      return type->isIntegerTy()
                 ? builder.Insert(
                       BinaryOperator::CreateAdd(at, ConstantInt::get(type, 1)))
                 : builder.Insert(BinaryOperator::CreateFMul(
                       at, ConstantFP::get(type, 1 + kFloatChange)));
    case Mutant::Kind::Predicate:
    case Mutant::Kind::Operand:
      break;
    }
    Instruction *copy = builder.Insert(at->clone());
    copy->dropPoisonGeneratingFlags();
    if (auto *compare = dyn_cast<CmpInst>(copy);
        compare && mutant.kind == Mutant::Kind::Predicate)
      compare->setPredicate(mutant.predicate);
    else
      copy->setOperand(mutant.index,
                       changed(cast<Constant>(at->getOperand(mutant.index))));
    return copy;
  }

  static Value *bitsOf(IRBuilder<> &builder, Value *value) {
    Type *type = value->getType();
    if (!type->isFloatingPointTy())
      return value;
    return builder.CreateBitCast(
        value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
  }

  Module &module;
  Type *word;
  GlobalVariable *words = nullptr;
};

} // namespace

std::vector<Mutant> findMutants(ArrayRef<Function *> functions) {
  const char *text = std::getenv(COVERME_MUTANTS_VARIABLE);
  std::set<StringRef> names;
  for (StringRef name : llvm::split(text ? text : "", '\n'))
    names.insert(name);
  std::vector<Mutant> all, mutants;
  for (Function *function : functions)
    if (names.count(function->getName()) != 0 &&
        !function->hasFnAttribute(Attribute::StrictFP))
      findIn(*function, all);
  const size_t step = all.size() / (COVERME_MOST_MUTANTS + 1) + 1;
  for (size_t i = 0; i < all.size(); i += step)
    mutants.push_back(all[i]);
  return mutants;
}

void insertMutants(Module &module, ArrayRef<Mutant> mutants) {
  if (mutants.empty())
    return;
  Inserter inserter(module, mutants.size());
  for (size_t begin = 0, end = 0; begin < mutants.size(); begin = end) {
    while (end < mutants.size() && mutants[end].at == mutants[begin].at)
      ++end;
    inserter.insert(mutants.slice(begin, end - begin), 1 + begin);
  }
}

} // namespace coverme::pass
