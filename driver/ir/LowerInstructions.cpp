// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/EntryLowering.h"

#include "coverme/LLVMVersion.h"
#include "coverme/abi.h"
#include "ir/Lifetimes.h"

#include "llvm/Analysis/ValueTracking.h"

namespace coverme {
namespace {

// Instructions that name the operation of Code directly.
std::optional<Op> plainOperation(unsigned opcode) {
  using llvm::Instruction;
  switch (opcode) {
#define COVERME_INT_OP(Name, Text, Term)                                       \
  case Instruction::Name:                                                      \
    return Op::Name;
#define COVERME_FLOAT_OP(Name, Operands, Text, Range)                          \
  case Instruction::Name:                                                      \
    return Op::Name;
#define COVERME_CAST_OP(Name, Text, Opcode)                                    \
  case Instruction::Opcode:                                                    \
    return Op::Name;
#include "ir/operations.def"
  case Instruction::FPTrunc:
    return Op::FConvert;
  default:
    return std::nullopt;
  }
}

uint64_t relations(llvm::CmpInst::Predicate predicate) {
  using llvm::CmpInst;
  switch (predicate) {
#define COVERME_EQUALITY(Name, Text, Relations)                                \
  case CmpInst::ICMP_##Name:                                                   \
    return Relations;
#define COVERME_ORDER(Name, Text, Relations)                                   \
  case CmpInst::ICMP_S##Name:                                                  \
  case CmpInst::ICMP_U##Name:                                                  \
    return Relations;
#include "coverme/relations.def"
  default:
    llvm_unreachable("not an integer predicate");
  }
}

} // namespace

void EntryLowering::lowerInstruction(Frame &frame,
                                     llvm::Instruction &instruction) {
  const ValueId result = lowered(frame, instruction);
  if (result == kNone)
    return;
  frame.values[&instruction] = result;
  if (const llvm::MDNode *node = instruction.getMetadata(COVERME_SITE_METADATA))
    if (builder[result].op == Op::Select)
      builder.setSite(result, firstSite + static_cast<uint32_t>(indexOf(node)));
}

// kNone for what has no value.
ValueId EntryLowering::lowered(Frame &frame, llvm::Instruction &instruction) {
  // Promises about operands make other results possible than IEEE's.
  if (fastMathFlagsOf(instruction).any() &&
      !llvm::isa<llvm::CallInst, llvm::SelectInst>(instruction))
    return unknown(frame, instruction.getType());
  if (auto *cast = llvm::dyn_cast<llvm::TruncInst>(&instruction);
      cast && typeOf(cast->getSrcTy()) == kInt8 &&
      typeOf(cast->getDestTy()) == kBit)
    return readBool(frame, *cast);
  if (const std::optional<Op> op = plainOperation(instruction.getOpcode()))
    return plain(frame, *op, instruction);
  if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return comparison(frame, *compare);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return selection(frame, *select);
  if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction))
    return bitcast(frame, *cast);
  if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
    return value(frame, freeze->getOperand(0));
  if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return stackObject(frame, *slot);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return loaded(frame, *load);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return stored(frame, *store);
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return elementAddress(frame, *gep);
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return called(frame, *call);
  if (instruction.mayWriteToMemory())
    havoc(frame);
  giveAway(frame, instruction);
  return instruction.getType()->isVoidTy()
             ? kNone
             : unknown(frame, instruction.getType());
}

ValueId EntryLowering::plain(Frame &frame, Op op,
                             llvm::Instruction &instruction) {
  const CodeType type = typeOf(instruction.getType());
  std::vector<ValueId> operands;
  for (const llvm::Value *operand : instruction.operands()) {
    if (!isNumber(typeOf(operand->getType())))
      return unknown(frame, instruction.getType());
    operands.push_back(value(frame, operand));
  }
  if (!isNumber(type))
    return unknown(frame, instruction.getType());
  return builder.emit(frame.at, op, type, operands);
}

// The byte that memory holds of a bool. C leaves undefined what one is that is
// neither 0 nor 1, and compilers differ: others may not make such a one, and of
// what the code has made itself it may be either (see forgetBools(), too).
ValueId EntryLowering::readBool(Frame &frame, llvm::TruncInst &cast) {
  const ValueId byte = value(frame, cast.getOperand(0));
  const ValueId bit = builder.emit(frame.at, Op::Trunc, kBit, {byte});
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(cast.getOperand(0));
  if (load && !llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(
                  llvm::getUnderlyingObject(load->getPointerOperand()))) {
    boolsRead.push_back(bit);
    return bit;
  }
  const ValueId one = builder.emit(frame.at, Op::Constant, kInt8, {}, 1);
  const ValueId isOne =
      builder.emit(frame.at, Op::ICmpUnsigned, kBit, {byte, one},
                   relations(llvm::CmpInst::ICMP_ULE));
  return builder.emit(
      frame.at, Op::Select, kBit,
      {isOne, bit, builder.emit(frame.at, Op::Unknown, kBit, {})});
}

ValueId EntryLowering::comparison(Frame &frame, llvm::CmpInst &compare) {
  const CodeType type = typeOf(compare.getOperand(0)->getType());
  if (type.kind == TypeKind::Other)
    return unknown(frame, compare.getType());
  const ValueId left = value(frame, compare.getOperand(0));
  const ValueId right = value(frame, compare.getOperand(1));
  const CodeType bit{TypeKind::Int, 1};
  if (const auto known = nullness.find(left);
      known != nullness.end() && compare.isEquality() &&
      llvm::isa<llvm::ConstantPointerNull>(compare.getOperand(1))) {
    looksAtAddresses = true; // inputs need not say whether it is null
    return compare.isTrueWhenEqual()
               ? known->second
               : builder.emit(
                     frame.at, Op::Xor, bit,
                     {known->second,
                      builder.emit(frame.at, Op::Constant, bit, {}, 1)});
  }
  if (type.isPointer()) {
    pointerComparisons.push_back(builder.emit(
        frame.at, compare.isSigned() ? Op::ICmpSigned : Op::ICmpUnsigned, bit,
        {left, right}, relations(compare.getPredicate())));
    return pointerComparisons.back();
  }
  // The numbers of LLVM's fcmp predicates are sets of COVERME_REL_*.
  if (type.isFloat())
    return builder.emit(frame.at, Op::FCmp, bit, {left, right},
                        compare.getPredicate());
  return builder.emit(frame.at,
                      compare.isSigned() ? Op::ICmpSigned : Op::ICmpUnsigned,
                      bit, {left, right}, relations(compare.getPredicate()));
}

ValueId EntryLowering::selection(Frame &frame, llvm::SelectInst &select) {
  const CodeType type = typeOf(select.getType());
  const bool isKnown = type.kind != TypeKind::Other &&
                       select.getCondition()->getType()->isIntegerTy(1) &&
                       !fastMathFlagsOf(select).any();
  if (!isKnown && !select.getMetadata(COVERME_SITE_METADATA))
    return unknown(frame, select.getType());
  const ValueId condition = value(frame, select.getCondition());
  const ValueId onTrue = value(frame, select.getTrueValue());
  const ValueId onFalse = value(frame, select.getFalseValue());
  return builder.emit(frame.at, Op::Select, type, {condition, onTrue, onFalse});
}

ValueId EntryLowering::bitcast(Frame &frame, llvm::BitCastInst &cast) {
  const CodeType from = typeOf(cast.getSrcTy()), to = typeOf(cast.getDestTy());
  if (!isNumber(from) || !isNumber(to) || from.width != to.width)
    return unknown(frame, cast.getType());
  return builder.emit(frame.at, Op::Bitcast, to,
                      {value(frame, cast.getOperand(0))});
}

ValueId EntryLowering::stackObject(Frame &frame, llvm::AllocaInst &slot) {
  Object object;
  const std::optional<llvm::TypeSize> size = slot.getAllocationSize(layout);
  if (slot.isStaticAlloca() && size && !size->isScalable()) {
    object.kind = Object::Kind::Stack;
    object.size = size->getFixedValue();
  } else {
    object.escapes = true;
  }
  const bool isKnown = object.kind == Object::Kind::Stack;
  const uint64_t bytes = object.size;
  const ValueId start = address(frame.at, builder.addObject(std::move(object)));
  // It may have been something else in an earlier iteration.
  if (isKnown) {
    blur(frame, start, bytes);
    frame.variables.emplace_back(start, bytes);
  }
  if (!isKnown || isNamedWhenDead(slot))
    dynamic.insert(start);
  return start;
}

// The bytes may be anything from here on, each of them.
void EntryLowering::blur(Frame &frame, ValueId pointer, uint64_t bytes) {
  const ValueId byte = builder.emit(frame.at, Op::Unknown, kInt8, {});
  builder.emit(frame.at, Op::Fill, {},
               {pointer, byte, int64(frame, static_cast<int64_t>(bytes))});
}

ValueId EntryLowering::loaded(Frame &frame, llvm::LoadInst &load) {
  const CodeType type = typeOf(load.getType());
  // Where others have told that they are done, they may have written before.
  if (!load.isUnordered())
    havoc(frame);
  if (!load.isSimple() || type.kind == TypeKind::Other || type.width % 8 != 0)
    return unknown(frame, load.getType());
  const ValueId pointer = value(frame, load.getPointerOperand());
  if (const auto bits = constantAt(pointer, type))
    return builder.emit(frame.at, Op::Constant, type, {}, *bits);
  return builder.emit(frame.at, Op::Load, type, {pointer});
}

// The bits at a place in constant memory that is known now.
std::optional<uint64_t> EntryLowering::constantAt(ValueId pointer,
                                                  CodeType type) const {
  uint64_t offset = 0;
  const code::Instruction *place = &builder[pointer];
  if (place->op == Op::Offset) {
    const auto operands = builder.operandsOf(pointer);
    const code::Instruction &bytes = builder[operands[1]];
    if (bytes.op != Op::Constant)
      return std::nullopt;
    offset = bytes.immediate;
    place = &builder[operands[0]];
  }
  if (place->op != Op::Address || !isNumber(type))
    return std::nullopt;
  const Object &object =
      builder.object(static_cast<uint32_t>(place->immediate));
  const uint64_t size = type.bytes();
  if (object.kind != Object::Kind::Constant || object.size < size ||
      offset > object.size - size)
    return std::nullopt;
  uint64_t bits = 0;
  for (uint64_t i = 0; i < size; ++i) {
    if (object.isUnknown[offset + i])
      return std::nullopt;
    bits |= uint64_t{object.bytes[offset + i]} << (8 * i);
  }
  return bits;
}

ValueId EntryLowering::stored(Frame &frame, llvm::StoreInst &store) {
  const llvm::Value *what = store.getValueOperand();
  const CodeType type = typeOf(what->getType());
  const ValueId pointer = value(frame, store.getPointerOperand());
  if (type.isPointer())
    givenAway.push_back(value(frame, what));
  if (isNumber(type) && type.width % 8 == 0 && !isUnwritten(*what)) {
    builder.emit(frame.at, Op::Store, {}, {pointer, value(frame, what)});
  } else {
    blur(frame, pointer,
         layout.getTypeStoreSize(what->getType()).getFixedValue());
  }
  return kNone;
}

ValueId EntryLowering::elementAddress(Frame &frame, llvm::GEPOperator &gep) {
  if (!gep.getType()->isPointerTy())
    return unknown(frame, gep.getType());
  VariableOffsets variable;
  llvm::APInt constant(64, 0);
  ValueId result = value(frame, gep.getPointerOperand());
  const auto elsewhere = [&] {
    givenAway.push_back(result);
    return unknown(frame, gep.getType());
  };
  if (!gep.collectOffset(layout, 64, variable, constant))
    return elsewhere();
  for (const auto &[index, scale] : variable) {
    const CodeType type = typeOf(index->getType());
    if (!type.isInt())
      return elsewhere();
    ValueId bytes = value(frame, index);
    if (type.width < 64)
      bytes = builder.emit(frame.at, Op::SExt, kInt64, {bytes});
    if (!scale.isOne())
      bytes = builder.emit(frame.at, Op::Mul, kInt64,
                           {bytes, int64(frame, scale.getSExtValue())});
    result = builder.emit(frame.at, Op::Offset, kPointer, {result, bytes});
  }
  return constant.isZero() ? result
                           : shifted(frame, result, constant.getSExtValue());
}

} // namespace coverme
