// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/EntryLowering.h"

#include "coverme/meaning.h"

#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace coverme {
namespace {

// What a module does with a variable at the most.
enum class Use { Read, Written, Taken };

// Taken: its address is kept, passed on, or computed with.
Use greatestUse(const llvm::Value *pointer) {
  Use greatest = Use::Read;
  for (const llvm::Use &use : pointer->uses()) {
    const llvm::User *user = use.getUser();
    Use here = Use::Taken;
    if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user))
      here = Use::Read;
    else if (llvm::isa<llvm::GEPOperator>(user))
      here = greatestUse(user);
    else if (llvm::isa<llvm::StoreInst>(user) &&
             use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex())
      here = Use::Written;
    else if (llvm::isa<llvm::MemIntrinsic>(user))
      here = use.getOperandNo() == 0 ? Use::Written : Use::Read;
    greatest = std::max(greatest, here);
  }
  return greatest;
}

// The bytes of an initializer, as far as they are numbers.
class Initializer {
public:
  Initializer(const llvm::DataLayout &layout, const llvm::Constant &constant)
      : layout(layout) {
    const uint64_t size = layout.getTypeAllocSize(constant.getType());
    bytes.resize(size);
    isUnknown.resize(size);
    add(constant, 0);
  }

  std::vector<uint8_t> bytes;
  std::vector<bool> isUnknown;

private:
  void add(const llvm::Constant &constant, uint64_t at) {
    if (llvm::isa<llvm::ConstantPointerNull>(constant))
      return;
    if (llvm::isa<llvm::ConstantAggregateZero>(constant))
      return forgetPadding(constant.getType(), at);
    if (auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
      return addBits(integer->getValue(), at);
    if (auto *number = llvm::dyn_cast<llvm::ConstantFP>(&constant);
        number && !number->isNaN()) {
      addBits(number->getValueAPF().bitcastToAPInt(), at);
      return forgetPadding(constant.getType(), at);
    }
    if (auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
      const uint64_t step = layout.getTypeAllocSize(data->getElementType());
      for (unsigned i = 0; i < data->getNumElements(); ++i)
        add(*data->getElementAsConstant(i), at + i * step);
      return;
    }
    if (auto *array = llvm::dyn_cast<llvm::ConstantArray>(&constant)) {
      const uint64_t step =
          layout.getTypeAllocSize(array->getType()->getElementType());
      for (unsigned i = 0; i < array->getNumOperands(); ++i)
        add(*array->getOperand(i), at + i * step);
      return;
    }
    if (auto *record = llvm::dyn_cast<llvm::ConstantStruct>(&constant)) {
      const llvm::StructLayout *fields =
          layout.getStructLayout(record->getType());
      for (unsigned i = 0; i < record->getNumOperands(); ++i)
        add(*record->getOperand(i), at + fields->getElementOffset(i));
      return forgetGaps(*record->getType(), at);
    }
    forget(at, at + layout.getTypeStoreSize(constant.getType()));
  }

  // What one compiler writes into the padding of an object, another leaves out.
  void forgetGaps(llvm::StructType &record, uint64_t at) {
    const llvm::StructLayout *fields = layout.getStructLayout(&record);
    uint64_t end = 0; // of the member before
    for (unsigned i = 0; i < record.getNumElements(); ++i) {
      const uint64_t offset = fields->getElementOffset(i);
      forget(at + end, at + offset);
      end = offset + layout.getTypeStoreSize(record.getElementType(i));
    }
    forget(at + end, at + fields->getSizeInBytes());
  }

  void forgetPadding(llvm::Type *type, uint64_t at) {
    if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout *fields = layout.getStructLayout(record);
      for (unsigned i = 0; i < record->getNumElements(); ++i)
        forgetPadding(record->getElementType(i),
                      at + fields->getElementOffset(i));
      forgetGaps(*record, at);
    } else if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type);
               array && (array->getElementType()->isAggregateType() ||
                         array->getElementType()->isX86_FP80Ty())) {
      const uint64_t step = layout.getTypeAllocSize(array->getElementType());
      for (uint64_t i = 0; i < array->getNumElements(); ++i)
        forgetPadding(array->getElementType(), at + i * step);
    } else if (type->isX86_FP80Ty()) {
      forget(at + layout.getTypeStoreSize(type),
             at + layout.getTypeAllocSize(type));
    }
  }

  void forget(uint64_t from, uint64_t to) {
    for (; from < to; ++from)
      isUnknown[from] = true;
  }

  void addBits(const llvm::APInt &value, uint64_t at) {
    const unsigned size = (value.getBitWidth() + 7) / 8;
    for (unsigned i = 0; i < size; ++i)
      bytes[at + i] = static_cast<uint8_t>(value.extractBitsAsZExtValue(
          std::min(8U, value.getBitWidth() - 8 * i), 8 * i));
  }

  const llvm::DataLayout &layout;
};

} // namespace

bool hasKnownContent(const llvm::GlobalVariable &global) {
  if (!global.hasDefinitiveInitializer() || global.isThreadLocal() ||
      global.hasAttribute(COVERME_OPEN_MEANING_ATTRIBUTE) ||
      global.hasAttribute(COVERME_OPEN_USES_ATTRIBUTE))
    return false;
  return global.isConstant() ||
         (global.hasLocalLinkage() && !global.hasSection() &&
          greatestUse(&global) == Use::Read);
}

bool isWithinReach(const llvm::GlobalVariable &global) {
  return !global.hasLocalLinkage() || global.hasSection() ||
         global.hasAttribute(COVERME_OPEN_USES_ATTRIBUTE) ||
         greatestUse(&global) == Use::Taken;
}

// What an operation sees of the operand. Memory that was not written may look
// different each time.
ValueId EntryLowering::value(Frame &frame, const llvm::Value *operand) {
  const ValueId whole = handedOn(frame, operand);
  const auto unwritten = frame.unwritten.find(operand);
  if (unwritten == frame.unwritten.end())
    return whole;
  return builder.emit(
      frame.at, Op::Select, builder[whole].type,
      {unwritten->second, unknown(frame, operand->getType()), whole});
}

// What a phi makes of the operand.
ValueId EntryLowering::handedOn(Frame &frame, const llvm::Value *operand) {
  if (isUnwritten(*operand))
    return unknown(frame, operand->getType());
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
    return constantValue(frame, constant);
  const auto found = frame.values.find(operand);
  return found != frame.values.end() ? found->second
                                     : unknown(frame, operand->getType());
}

// Phis and selects that may hand on what was not written.
std::set<const llvm::Value *>
EntryLowering::perhapsUnwritten(llvm::Function &function) {
  std::set<const llvm::Value *> found;
  std::vector<const llvm::Value *> work;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (isUnwritten(instruction))
      work.push_back(&instruction);
  while (!work.empty()) {
    const llvm::Value *at = work.back();
    work.pop_back();
    for (const llvm::User *user : at->users()) {
      const auto *select = llvm::dyn_cast<llvm::SelectInst>(user);
      const bool handsOn =
          llvm::isa<llvm::PHINode>(user) ||
          (select && select->getCondition()->getType()->isIntegerTy(1) &&
           !select->getMetadata(COVERME_SITE_METADATA));
      if (handsOn && typeOf(user->getType()).kind != TypeKind::Other &&
          found.insert(user).second)
        work.push_back(user);
    }
  }
  return found;
}

ValueId EntryLowering::isUnwrittenNow(Frame &frame,
                                      const llvm::Value *operand) {
  if (const auto found = frame.unwritten.find(operand);
      found != frame.unwritten.end())
    return found->second;
  return builder.emit(frame.at, Op::Constant, kBit, {},
                      isUnwritten(*operand) ? 1 : 0);
}

ValueId EntryLowering::isUnwrittenSelect(Frame &frame,
                                         llvm::SelectInst &select) {
  return builder.emit(frame.at, Op::Select, kBit,
                      {value(frame, select.getCondition()),
                       isUnwrittenNow(frame, select.getTrueValue()),
                       isUnwrittenNow(frame, select.getFalseValue())});
}

ValueId EntryLowering::unknown(Frame &frame, const llvm::Type *type) {
  return builder.emit(frame.at, Op::Unknown, typeOf(type), {});
}

ValueId EntryLowering::constantValue(Frame &frame,
                                     const llvm::Constant *constant) {
  const CodeType type = typeOf(constant->getType());
  if (auto *integer = llvm::dyn_cast<llvm::ConstantInt>(constant);
      integer && type.isInt())
    return builder.emit(frame.at, Op::Constant, type, {},
                        integer->getZExtValue());
  if (auto *number = llvm::dyn_cast<llvm::ConstantFP>(constant);
      number && type.isFloat())
    return number->isNaN()
               ? someNaN(frame, type)
               : builder.emit(
                     frame.at, Op::Constant, type, {},
                     number->getValueAPF().bitcastToAPInt().getZExtValue());
  if (llvm::isa<llvm::ConstantPointerNull>(constant) && type.isPointer())
    return builder.emit(frame.at, Op::Constant, type, {}, 0);
  if (type.isPointer()) {
    llvm::APInt offset(64, 0);
    const llvm::Value *base = constant->stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    // A weak one may be nowhere.
    if (auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base);
        global && !global->hasExternalWeakLinkage()) {
      const ValueId start = address(frame.at, objectOf(*global));
      return offset.isZero() ? start
                             : shifted(frame, start, offset.getSExtValue());
    }
  }
  return unknown(frame, constant->getType());
}

// Nobody says which NaN a compiler makes of 0.0 / 0.0, nor that it makes the
// same one of NAN: the number keeps them apart (CodeBuilder::mergeEqualValues).
ValueId EntryLowering::someNaN(Frame &frame, CodeType type) {
  const ValueId zero = builder.emit(frame.at, Op::Constant, type, {}, 0);
  return builder.emit(frame.at, Op::FDiv, type, {zero, zero}, builder.size());
}

uint32_t EntryLowering::objectOf(const llvm::GlobalVariable &global) {
  const auto [place, isNew] = globals.try_emplace(&global, 0);
  if (isNew) {
    Object object;
    object.escapes = true;
    object.isShared = !plan.isDistinct && isWithinReach(global);
    if (hasKnownContent(global)) {
      Initializer image(layout, *global.getInitializer());
      object.kind = Object::Kind::Constant;
      object.isShared = false; // nobody writes to it
      object.size = image.bytes.size();
      object.bytes = std::move(image.bytes);
      object.isUnknown = std::move(image.isUnknown);
    }
    place->second = builder.addObject(std::move(object));
    if (global.hasGlobalUnnamedAddr())
      literals.insert(place->second);
  }
  return place->second;
}

ValueId EntryLowering::int64(Frame &frame, int64_t number) {
  return builder.emit(frame.at, Op::Constant, kInt64, {},
                      static_cast<uint64_t>(number));
}

ValueId EntryLowering::shifted(Frame &frame, ValueId pointer, int64_t bytes) {
  return builder.emit(frame.at, Op::Offset, kPointer,
                      {pointer, int64(frame, bytes)});
}

} // namespace coverme
