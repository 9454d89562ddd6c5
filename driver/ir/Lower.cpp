// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Lower.h"

#include "coverme/abi.h"
#include "coverme/marks.h"
#include "coverme/meaning.h"
#include "ir/CodeBuilder.h"
#include "ir/Promote.h"
#include "prove/exhaust/InputsAlone.h"
#include "support/Error.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>

namespace coverme {
namespace {

using code::BlockId;
using code::CodeBuilder;
using code::kNone;
using code::Object;
using code::Op;
using code::TypeKind;
using code::ValueId;
using CodeType = code::Type;

// Expanding calls ends here: more is beyond what the engines can do in time.
constexpr size_t kMaxValues = 100'000;

// What cannot be expressed ends the whole lowering.
struct Unsupported {
  std::string reason;
};

CodeType typeOf(const llvm::Type *type) {
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

constexpr CodeType kInt64{TypeKind::Int, 64};
constexpr CodeType kInt32{TypeKind::Int, 32};
constexpr CodeType kInt8{TypeKind::Int, 8};
constexpr CodeType kBit{TypeKind::Int, 1};
constexpr CodeType kPointer{TypeKind::Pointer, 64};

uint64_t indexOf(const llvm::MDNode *node) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))
      ->getZExtValue();
}

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

} // namespace

bool hasKnownContent(const llvm::GlobalVariable &global) {
  if (!global.hasDefinitiveInitializer() || global.isThreadLocal())
    return false;
  return global.isConstant() ||
         (global.hasLocalLinkage() && greatestUse(&global) == Use::Read);
}

// May a caller have a pointer to the variable?
bool isWithinReach(const llvm::GlobalVariable &global) {
  return !global.hasLocalLinkage() || greatestUse(&global) == Use::Taken;
}

namespace {

// The bytes of an initializer, as far as they are numbers.
class Image {
public:
  Image(const llvm::DataLayout &layout, const llvm::Constant &constant)
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
        number && !number->isNaN())
      return addBits(number->getValueAPF().bitcastToAPInt(), at);
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
               array && array->getElementType()->isAggregateType()) {
      const uint64_t step = layout.getTypeAllocSize(array->getElementType());
      for (uint64_t i = 0; i < array->getNumElements(); ++i)
        forgetPadding(array->getElementType(), at + i * step);
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

std::optional<Op> mathIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
#define COVERME_MATH_OP(Name, Operands, Text, Range, Function, Id)             \
  case llvm::Intrinsic::Id:                                                    \
    return Op::Name;
#include "ir/operations.def"
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::roundeven:
    return Op::RoundEven;
  default:
    return std::nullopt;
  }
}

// Library functions of a double; those of a float end in f.
std::optional<Op> mathFunction(llvm::StringRef name, bool isFloat) {
  if (isFloat && !name.consume_back("f"))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Op>>(name)
#define COVERME_MATH_OP(Name, Operands, Text, Range, Function, Intrinsic)      \
  .Case(#Function, Op::Name)
#include "ir/operations.def"
      .Case("nearbyint", Op::RoundEven)
      .Default(std::nullopt);
}

bool changesFloatingPointEnvironment(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("fesetround", "fesetenv", "feupdateenv", "fesetmode", true)
      .Default(false);
}

// None for what is no operation on floats.
llvm::FastMathFlags fastMathFlagsOf(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::FPMathOperator>(instruction)
             ? instruction.getFastMathFlags()
             : llvm::FastMathFlags();
}

class EntryLowering {
public:
  EntryLowering(llvm::Module &module, const Program &program,
                uint32_t firstFunction, uint32_t firstSite, uint32_t entry)
      : module(module), layout(module.getDataLayout()), program(program),
        firstFunction(firstFunction), firstSite(firstSite), entry(entry),
        builder(scalarsOf(program.functions[entry])) {}

  LoweredEntry run() {
    llvm::Function &function = findEntry();
    const InputPlan &plan = program.functions[entry].plan;
    if (plan.roundingSlot)
      throw Unsupported{"its rounding mode is an input"};
    std::vector<ValueId> arguments;
    if (!plan.needsHarness) {
      for (uint32_t i = 0; i < plan.inputs.size(); ++i)
        arguments.push_back(input(i));
    } else {
      for (const Argument &each : plan.arguments)
        arguments.push_back(argument(each, plan));
      for (uint32_t i = 0;
           i < std::min<size_t>(plan.arguments.size(), function.arg_size());
           ++i)
        if (function.getArg(i)->hasNoAliasAttr() &&
            builder[arguments[i]].op == Op::Address)
          builder.object(static_cast<uint32_t>(builder[arguments[i]].immediate))
              .isShared = false;
    }
    if (function.arg_size() != arguments.size())
      throw Unsupported{"its parameters are not passed one by one"};
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      const CodeType type = typeOf(function.getArg(i)->getType());
      if (type == kBit && builder[arguments[i]].type == kInt8) // a bool
        arguments[i] = builder.emit(0, Op::Trunc, kBit, {arguments[i]});
      if (builder[arguments[i]].type != type)
        throw Unsupported{"its parameters are not passed one by one"};
    }
    const BlockId end = builder.addBlock();
    builder.leave(end, code::Exit::Return);
    expand(function, arguments, 0, end);
    markEscapes();
    forgetAddresses();
    LoweredEntry result;
    result.code = builder.finish();
    if (result.code.isIrreducible)
      throw Unsupported{"it has a loop with more than one entry"};
    result.sites = reportedSites();
    result.looksAtAddresses = looksAtAddresses;
    result.isMadeOfInputs = isMadeOfInputs(function);
    return result;
  }

private:
  // One activation of a function.
  struct Frame {
    llvm::DenseMap<const llvm::Value *, ValueId> values;
    // Of values that may come from memory that was not written: whether they
    // do.
    llvm::DenseMap<const llvm::Value *, ValueId> unwritten;
    llvm::DenseMap<const llvm::BasicBlock *, BlockId> starts, ends;
    BlockId end;            // where it returns to
    ValueId result = kNone; // a phi there
    BlockId at = 0;         // the block that is being filled
  };

  static std::vector<Scalar> scalarsOf(const Function &function) {
    std::vector<Scalar> scalars;
    for (size_t i = 0; i < function.plan.numberCount(); ++i)
      scalars.push_back(function.inputs()[i].scalar);
    return scalars;
  }

  llvm::Function &findEntry() const {
    for (llvm::Function &function : module)
      if (const llvm::MDNode *node =
              function.getMetadata(COVERME_FUNCTION_METADATA))
        if (firstFunction + indexOf(node) == entry)
          return function;
    throw Unsupported{"its code was not kept"};
  }

  ValueId input(uint32_t slot) { return builder.input(slot); }

  ValueId argument(const Argument &given, const InputPlan &plan) {
    if (!given.isPointer) {
      if (given.value.cells.size() != 1 ||
          plan.inputs[given.value.cells[0].slot].part != Part::Whole)
        throw Unsupported{"its parameters are not passed one by one"};
      return input(given.value.cells[0].slot);
    }
    if (given.address.kind != Address::Kind::Buffer || given.address.nullSlot)
      throw Unsupported{"a pointer that it takes may be null or a function's"};
    return address(0, builder.addObject(
                          objectOf(plan.buffers[given.address.index], plan)));
  }

  // Of any content where it is not one number after the other, and where only
  // we say what there is.
  static Object objectOf(const Buffer &buffer, const InputPlan &plan) {
    Object object;
    object.isGiven = object.escapes = true;
    object.isShared = !plan.isDistinct;
    object.isOpen = buffer.isOpen;
    object.size = buffer.image.byteSize;
    if (buffer.countSlot || buffer.isString || plan.leftOut != 0 ||
        !buffer.image.addresses.empty())
      return object;
    for (const Cell &cell : buffer.image.cells) {
      if (cell.bitWidth != 0 || plan.inputs[cell.slot].part != Part::Whole)
        return object;
      object.cells.push_back({cell.offset, cell.slot});
    }
    object.kind = Object::Kind::Pointee;
    return object;
  }

  ValueId address(BlockId block, uint32_t object) {
    return builder.emit(block, Op::Address, kPointer, {}, object);
  }

  // Appends the function's code: from block `from` to block `end`, where its
  // result (if any) is a phi.
  ValueId expand(llvm::Function &function,
                 const std::vector<ValueId> &arguments, BlockId from,
                 BlockId end) {
    for (const char *name : {"denormal-fp-math", "denormal-fp-math-f32"})
      if (const llvm::Attribute mode = function.getFnAttribute(name);
          mode.isValid() && mode.getValueAsString() != "ieee,ieee")
        throw Unsupported{"it does without subnormal numbers"};
    if (const llvm::Attribute open =
            function.getFnAttribute(COVERME_OPEN_MEANING_ATTRIBUTE);
        open.isValid())
      throw Unsupported{open.getValueAsString().str()};
    active.insert(&function);
    expanded.insert(&function);
    Frame frame;
    frame.end = end;
    if (!function.getReturnType()->isVoidTy())
      frame.result = builder.phi(end, typeOf(function.getReturnType()));
    for (uint32_t i = 0; i < function.arg_size(); ++i)
      frame.values[function.getArg(i)] = arguments[i];

    llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
    for (llvm::BasicBlock *block : order)
      frame.starts[block] =
          block == &function.getEntryBlock() ? from : builder.addBlock();
    const std::set<const llvm::Value *> suspects = perhapsUnwritten(function);
    std::vector<const llvm::PHINode *> phis;
    for (llvm::BasicBlock *block : order) {
      frame.at = frame.starts[block];
      for (llvm::Instruction &instruction : *block) {
        if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
          frame.values[phi] = builder.phi(frame.at, typeOf(phi->getType()));
          if (suspects.contains(phi))
            frame.unwritten[phi] = builder.phi(frame.at, kBit);
          phis.push_back(phi);
        } else if (instruction.isTerminator()) {
          frame.ends[block] = frame.at;
          lowerTerminator(frame, instruction);
        } else {
          lowerInstruction(frame, instruction);
          if (suspects.contains(&instruction))
            frame.unwritten[&instruction] = isUnwrittenSelect(
                frame, llvm::cast<llvm::SelectInst>(instruction));
        }
      }
    }
    for (const llvm::PHINode *phi : phis)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        const llvm::BasicBlock *way = phi->getIncomingBlock(i);
        if (!frame.ends.contains(way))
          continue; // nothing leads there
        frame.at = frame.ends[way];
        const llvm::Value *incoming = phi->getIncomingValue(i);
        builder.addIncoming(frame.values[phi], frame.at,
                            handedOn(frame, incoming));
        if (suspects.contains(phi))
          builder.addIncoming(frame.unwritten[phi], frame.at,
                              isUnwrittenNow(frame, incoming));
      }
    active.erase(&function);
    return frame.result;
  }

  // --- operands ------------------------------------------------------------

  // What an operation sees of the operand. Memory that was not written may look
  // different each time.
  ValueId value(Frame &frame, const llvm::Value *operand) {
    const ValueId whole = handedOn(frame, operand);
    const auto unwritten = frame.unwritten.find(operand);
    if (unwritten == frame.unwritten.end())
      return whole;
    return builder.emit(
        frame.at, Op::Select, builder[whole].type,
        {unwritten->second, unknown(frame, operand->getType()), whole});
  }

  // What a phi makes of the operand.
  ValueId handedOn(Frame &frame, const llvm::Value *operand) {
    if (isUnwritten(*operand))
      return unknown(frame, operand->getType());
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
      return constantValue(frame, constant);
    const auto found = frame.values.find(operand);
    return found != frame.values.end() ? found->second
                                       : unknown(frame, operand->getType());
  }

  // Phis and selects that may hand on what was not written.
  static std::set<const llvm::Value *>
  perhapsUnwritten(llvm::Function &function) {
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

  ValueId isUnwrittenNow(Frame &frame, const llvm::Value *operand) {
    if (const auto found = frame.unwritten.find(operand);
        found != frame.unwritten.end())
      return found->second;
    return builder.emit(frame.at, Op::Constant, kBit, {},
                        isUnwritten(*operand) ? 1 : 0);
  }

  ValueId isUnwrittenSelect(Frame &frame, llvm::SelectInst &select) {
    return builder.emit(frame.at, Op::Select, kBit,
                        {value(frame, select.getCondition()),
                         isUnwrittenNow(frame, select.getTrueValue()),
                         isUnwrittenNow(frame, select.getFalseValue())});
  }

  ValueId unknown(Frame &frame, const llvm::Type *type) {
    return builder.emit(frame.at, Op::Unknown, typeOf(type), {});
  }

  ValueId constantValue(Frame &frame, const llvm::Constant *constant) {
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

  // Nobody says which NaN a compiler makes of 0.0 / 0.0.
  ValueId someNaN(Frame &frame, CodeType type) {
    const ValueId zero = builder.emit(frame.at, Op::Constant, type, {}, 0);
    return builder.emit(frame.at, Op::FDiv, type, {zero, zero});
  }

  uint32_t objectOf(const llvm::GlobalVariable &global) {
    const auto [place, isNew] = globals.try_emplace(&global, 0);
    if (isNew) {
      Object object;
      object.escapes = true;
      object.isShared =
          !program.functions[entry].plan.isDistinct && isWithinReach(global);
      if (hasKnownContent(global)) {
        Image image(layout, *global.getInitializer());
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

  ValueId int64(Frame &frame, int64_t number) {
    return builder.emit(frame.at, Op::Constant, kInt64, {},
                        static_cast<uint64_t>(number));
  }

  ValueId shifted(Frame &frame, ValueId pointer, int64_t bytes) {
    return builder.emit(frame.at, Op::Offset, kPointer,
                        {pointer, int64(frame, bytes)});
  }

  // --- instructions --------------------------------------------------------

  void lowerInstruction(Frame &frame, llvm::Instruction &instruction) {
    const ValueId result = lowered(frame, instruction);
    if (result == kNone)
      return;
    frame.values[&instruction] = result;
    if (const llvm::MDNode *node =
            instruction.getMetadata(COVERME_SITE_METADATA))
      if (builder[result].op == Op::Select)
        builder.setSite(result,
                        firstSite + static_cast<uint32_t>(indexOf(node)));
  }

  // kNone for what has no value.
  ValueId lowered(Frame &frame, llvm::Instruction &instruction) {
    // Promises about operands make other results possible than IEEE's.
    if (fastMathFlagsOf(instruction).any() &&
        !llvm::isa<llvm::CallInst, llvm::SelectInst>(instruction))
      return unknown(frame, instruction.getType());
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

  ValueId plain(Frame &frame, Op op, llvm::Instruction &instruction) {
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

  static bool isNumber(CodeType type) { return type.isInt() || type.isFloat(); }

  ValueId comparison(Frame &frame, llvm::CmpInst &compare) {
    const CodeType type = typeOf(compare.getOperand(0)->getType());
    if (type.kind == TypeKind::Other)
      return unknown(frame, compare.getType());
    const ValueId left = value(frame, compare.getOperand(0));
    const ValueId right = value(frame, compare.getOperand(1));
    const CodeType bit{TypeKind::Int, 1};
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

  static uint64_t relations(llvm::CmpInst::Predicate predicate) {
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

  ValueId selection(Frame &frame, llvm::SelectInst &select) {
    const CodeType type = typeOf(select.getType());
    const bool isKnown = type.kind != TypeKind::Other &&
                         select.getCondition()->getType()->isIntegerTy(1) &&
                         !fastMathFlagsOf(select).any();
    if (!isKnown && !select.getMetadata(COVERME_SITE_METADATA))
      return unknown(frame, select.getType());
    const ValueId condition = value(frame, select.getCondition());
    const ValueId onTrue = value(frame, select.getTrueValue());
    const ValueId onFalse = value(frame, select.getFalseValue());
    return builder.emit(frame.at, Op::Select, type,
                        {condition, onTrue, onFalse});
  }

  ValueId bitcast(Frame &frame, llvm::BitCastInst &cast) {
    const CodeType from = typeOf(cast.getSrcTy()),
                   to = typeOf(cast.getDestTy());
    if (!isNumber(from) || !isNumber(to) || from.width != to.width)
      return unknown(frame, cast.getType());
    return builder.emit(frame.at, Op::Bitcast, to,
                        {value(frame, cast.getOperand(0))});
  }

  ValueId stackObject(Frame &frame, llvm::AllocaInst &slot) {
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
    const ValueId start =
        address(frame.at, builder.addObject(std::move(object)));
    // It may have been something else in an earlier iteration.
    if (isKnown)
      blur(frame, start, bytes);
    else
      dynamic.insert(start);
    return start;
  }

  // The bytes may be anything from here on, each of them.
  void blur(Frame &frame, ValueId pointer, uint64_t bytes) {
    const ValueId byte = builder.emit(frame.at, Op::Unknown, kInt8, {});
    builder.emit(frame.at, Op::Fill, {},
                 {pointer, byte, int64(frame, static_cast<int64_t>(bytes))});
  }

  ValueId loaded(Frame &frame, llvm::LoadInst &load) {
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
  std::optional<uint64_t> constantAt(ValueId pointer, CodeType type) const {
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

  ValueId stored(Frame &frame, llvm::StoreInst &store) {
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

  ValueId elementAddress(Frame &frame, llvm::GEPOperator &gep) {
    if (!gep.getType()->isPointerTy())
      return unknown(frame, gep.getType());
    llvm::MapVector<llvm::Value *, llvm::APInt> variable;
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

  // --- calls ---------------------------------------------------------------

  ValueId called(Frame &frame, llvm::CallInst &call) {
    if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
      return calledIntrinsic(frame, *intrinsic);
    if (isUnwritten(call))
      return kNone; // value() knows
    if (isSomeNaN(call))
      return typeOf(call.getType()).isFloat()
                 ? someNaN(frame, typeOf(call.getType()))
                 : unknown(frame, call.getType());
    if (call.isInlineAsm())
      throw Unsupported{"it contains inline assembly"};
    if (call.hasFnAttr(llvm::Attribute::ReturnsTwice))
      throw Unsupported{"it calls setjmp"};
    llvm::Function *callee = call.getCalledFunction();
    if (callee && changesFloatingPointEnvironment(callee->getName()))
      throw Unsupported{"it changes the rounding mode"};
    if (callee && callee->isDeclaration() && !call.isNoBuiltin() &&
        !call.getFunction()->hasFnAttribute("no-builtins") &&
        !fastMathFlagsOf(call).any())
      if (const auto result = calledMath(frame, call, *callee))
        return *result;
    if (callee && canExpand(call, *callee))
      return expandCall(frame, call, *callee);
    giveAway(frame, call);
    if (callee)
      calledAsIs.insert(callee);
    callsPointers |= callee == nullptr;
    leavesModule = true;
    havoc(frame);
    return call.getType()->isVoidTy() ? kNone : unknown(frame, call.getType());
  }

  std::optional<ValueId> calledMath(Frame &frame, llvm::CallInst &call,
                                    const llvm::Function &callee) {
    const llvm::Type *type = call.getType();
    if (!type->isDoubleTy() && !type->isFloatTy())
      return std::nullopt;
    for (const llvm::Value *argument : call.args())
      if (argument->getType() != type)
        return std::nullopt;
    const auto op = mathFunction(callee.getName(), type->isFloatTy());
    if (!op || call.arg_size() != operationOf(*op).operands)
      return std::nullopt; // or it is another function of that name
    const ValueId result = applied(frame, *op, call);
    if (maySetErrno(callee.getName()))
      writeErrno(frame);
    return result;
  }

  // The pointers of a caller may lead to errno.
  void writeErrno(Frame &frame) {
    if (!errnoObject) {
      Object object;
      object.escapes = true;
      object.isShared = !program.functions[entry].plan.isDistinct;
      errnoObject = builder.addObject(std::move(object));
    }
    const ValueId place = address(frame.at, *errnoObject);
    const ValueId number = builder.emit(frame.at, Op::Unknown, kInt32, {});
    builder.emit(frame.at, Op::Store, {}, {place, number});
  }

  ValueId applied(Frame &frame, Op op, llvm::CallInst &call) {
    std::vector<ValueId> operands;
    for (const llvm::Value *argument : call.args())
      operands.push_back(value(frame, argument));
    return builder.emit(frame.at, op, typeOf(call.getType()), operands);
  }

  bool canExpand(const llvm::CallInst &call, const llvm::Function &callee) {
    if (callee.isDeclaration() || callee.isVarArg() || isReplaceable(callee) ||
        active.contains(&callee) || call.arg_size() != callee.arg_size() ||
        builder.size() + callee.getInstructionCount() > kMaxValues)
      return false;
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.getArgOperand(i)->getType() != callee.getArg(i)->getType() ||
          call.isByValArgument(i))
        return false;
    return call.getType() == callee.getReturnType();
  }

  ValueId expandCall(Frame &frame, llvm::CallInst &call,
                     llvm::Function &callee) {
    std::vector<ValueId> arguments;
    for (const llvm::Value *argument : call.args())
      arguments.push_back(value(frame, argument));
    const BlockId start = builder.addBlock(), end = builder.addBlock();
    builder.jump(frame.at, start);
    const ValueId result = expand(callee, arguments, start, end);
    frame.at = end;
    return result;
  }

  ValueId calledIntrinsic(Frame &frame, llvm::IntrinsicInst &call) {
    using llvm::Intrinsic::ID;
    const ID id = call.getIntrinsicID();
    const CodeType type = typeOf(call.getType());
    if (const auto op = mathIntrinsic(id)) {
      if (!type.isFloat() || fastMathFlagsOf(call).any())
        return unknown(frame, call.getType());
      return applied(frame, *op, call);
    }
    switch (id) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
      return value(frame, call.getArgOperand(0));
    case llvm::Intrinsic::is_fpclass:
      if (!typeOf(call.getArgOperand(0)->getType()).isFloat())
        return unknown(frame, call.getType());
      return builder.emit(
          frame.at, Op::IsClass, type, {value(frame, call.getArgOperand(0))},
          llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
    case llvm::Intrinsic::abs:
      return type.isInt() ? absolute(frame, call)
                          : unknown(frame, call.getType());
    case llvm::Intrinsic::memset:
      builder.emit(frame.at, Op::Fill, {},
                   {value(frame, call.getArgOperand(0)),
                    value(frame, call.getArgOperand(1)),
                    value(frame, call.getArgOperand(2))});
      return kNone;
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
      builder.emit(frame.at, Op::Copy, {},
                   {value(frame, call.getArgOperand(0)),
                    value(frame, call.getArgOperand(1)),
                    value(frame, call.getArgOperand(2))});
      return kNone;
    case llvm::Intrinsic::lifetime_start: {
      const ValueId start = value(frame, call.getArgOperand(1));
      if (builder[start].op == Op::Address)
        if (const Object &object =
                builder.object(static_cast<uint32_t>(builder[start].immediate));
            object.kind == Object::Kind::Stack)
          blur(frame, start, object.size);
      return kNone;
    }
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::prefetch:
      return call.getType()->isVoidTy() ? kNone
                                        : unknown(frame, call.getType());
    case llvm::Intrinsic::eh_sjlj_setjmp:
      throw Unsupported{"it calls setjmp"};
    case llvm::Intrinsic::set_rounding:
    case llvm::Intrinsic::set_fpenv:
    case llvm::Intrinsic::reset_fpenv:
    case llvm::Intrinsic::set_fpmode:
    case llvm::Intrinsic::reset_fpmode:
      throw Unsupported{"it changes the rounding mode"};
    default:
      break;
    }
    if (call.getCalledFunction()->getName().contains("ldmxcsr"))
      throw Unsupported{"it changes the rounding mode"};
    // Its result may be one of its operands in disguise (llvm.ptrmask).
    giveAway(frame, call);
    if (call.mayWriteToMemory())
      havoc(frame);
    return call.getType()->isVoidTy() ? kNone : unknown(frame, call.getType());
  }

  ValueId absolute(Frame &frame, llvm::IntrinsicInst &call) {
    const ValueId x = value(frame, call.getArgOperand(0));
    const CodeType type = typeOf(call.getType());
    const ValueId zero = builder.emit(frame.at, Op::Constant, type, {}, 0);
    const ValueId negative =
        builder.emit(frame.at, Op::ICmpSigned, {TypeKind::Int, 1}, {x, zero},
                     COVERME_REL_LESS);
    const ValueId negated = builder.emit(frame.at, Op::Sub, type, {zero, x});
    return builder.emit(frame.at, Op::Select, type, {negative, negated, x});
  }

  void havoc(Frame &frame) { builder.emit(frame.at, Op::Havoc, {}, {}); }

  // The instruction may do anything with what its operands point to.
  void giveAway(Frame &frame, llvm::Instruction &instruction) {
    for (const llvm::Value *operand : instruction.operands())
      if (operand->getType()->isPointerTy() &&
          !llvm::isa<llvm::Function>(operand))
        givenAway.push_back(value(frame, operand));
  }

  // Whatever object an address that was given away may point into escapes.
  void markEscapes() {
    std::set<ValueId> seen;
    std::vector<ValueId> work = givenAway;
    while (!work.empty()) {
      const ValueId id = work.back();
      work.pop_back();
      if (id == kNone || !seen.insert(id).second)
        continue;
      const code::Instruction &at = builder[id];
      if (at.op == Op::Address) {
        Object &object = builder.object(static_cast<uint32_t>(at.immediate));
        object.escapes = true;
        looksAtAddresses |= object.isGiven;
      }
      for (const ValueId operand : builder.operandsOf(id))
        work.push_back(operand);
      for (const auto &[way, operand] : builder.incomingOf(id))
        work.push_back(operand);
    }
  }

  // Whether a pointer of the caller is null, and how it compares with others,
  // is not known.
  void forgetAddresses() {
    for (const ValueId compare : pointerComparisons) {
      const auto left = rootsOf(builder.operandsOf(compare)[0]);
      const auto right = rootsOf(builder.operandsOf(compare)[1]);
      const bool isWithinOne = left.size() == 1 && left == right;
      const auto isGivenRoot = [&](ValueId root) {
        return builder[root].op == Op::Address &&
               builder.object(static_cast<uint32_t>(builder[root].immediate))
                   .isGiven;
      };
      // Compilers put literals of equal ends into one place, or do not.
      const auto isNull = [&](ValueId root) {
        return builder[root].op == Op::Constant;
      };
      const auto isLiteral = [&](ValueId root) {
        return builder[root].op == Op::Address &&
               literals.contains(
                   static_cast<uint32_t>(builder[root].immediate));
      };
      const auto isMerged = [&](const auto &one, const auto &other) {
        return std::any_of(one.begin(), one.end(), isLiteral) &&
               !std::all_of(other.begin(), other.end(), isNull);
      };
      const auto isDynamic = [&](ValueId root) {
        return dynamic.contains(root);
      };
      if (isMerged(left, right) || isMerged(right, left) ||
          std::any_of(left.begin(), left.end(), isDynamic) ||
          std::any_of(right.begin(), right.end(), isDynamic)) {
        builder.forget(compare);
        continue;
      }
      if (isWithinOne ||
          (std::none_of(left.begin(), left.end(), isGivenRoot) &&
           std::none_of(right.begin(), right.end(), isGivenRoot)))
        continue;
      builder.forget(compare);
      looksAtAddresses = true;
    }
  }

  // The values that an address is calculated from.
  std::set<ValueId> rootsOf(ValueId pointer) const {
    std::set<ValueId> roots, seen;
    std::vector<ValueId> work{pointer};
    while (!work.empty()) {
      const ValueId id = work.back();
      work.pop_back();
      if (!seen.insert(id).second)
        continue;
      const Op op = builder[id].op;
      if (op == Op::Offset)
        work.push_back(builder.operandsOf(id)[0]);
      else if (op == Op::Select)
        work.insert(work.end(), builder.operandsOf(id).begin() + 1,
                    builder.operandsOf(id).end());
      else if (op == Op::Phi)
        for (const auto &[way, operand] : builder.incomingOf(id))
          work.push_back(operand);
      else
        roots.insert(id);
    }
    return roots;
  }

  // --- control -------------------------------------------------------------

  void lowerTerminator(Frame &frame, llvm::Instruction &terminator) {
    if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
      return lowerBranch(frame, *branch);
    if (auto *leave = llvm::dyn_cast<llvm::ReturnInst>(&terminator)) {
      if (frame.result != kNone)
        builder.addIncoming(frame.result, frame.at,
                            value(frame, leave->getReturnValue()));
      return builder.jump(frame.at, frame.end);
    }
    if (llvm::isa<llvm::UnreachableInst>(terminator))
      return builder.leave(frame.at, code::Exit::Unreachable);
    throw Unsupported{
        fmt::format("it contains a '{}'", terminator.getOpcodeName())};
  }

  void lowerBranch(Frame &frame, llvm::BranchInst &branch) {
    const BlockId first = frame.starts[branch.getSuccessor(0)];
    if (branch.isUnconditional())
      return builder.jump(frame.at, first);
    const BlockId second = frame.starts[branch.getSuccessor(1)];
    if (first == second)
      return builder.jump(frame.at, first);
    uint32_t site = kNone;
    if (const llvm::MDNode *node = branch.getMetadata(COVERME_SITE_METADATA))
      site = firstSite + static_cast<uint32_t>(indexOf(node));
    builder.branch(frame.at, value(frame, branch.getCondition()), first, second,
                   site);
  }

  // --- what may be reported --------------------------------------------------

  // Of the C library, which calls no function of ours but through a pointer.
  bool isOfLibrary(const llvm::Function &function) const {
    static const std::set<llvm::StringRef> others = {
        "__assert_fail", "__assert_rtn", "_exit", "abort", "exit"};
    llvm::LibFunc known;
    return function.isDeclaration() && (others.contains(function.getName()) ||
                                        library.getLibFunc(function, known));
  }

  // Has somebody a pointer to the function? The plugin marks all as used, which
  // matters to inline assembly alone.
  bool isAddressTaken(const llvm::Function &function) const {
    return function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                    /*IgnoreAssumeLikeCalls=*/true,
                                    /*IngoreLLVMUsed=*/!callsPointers &&
                                        module.getModuleInlineAsm().empty());
  }

  // Functions that may run without being expanded, and all that they name. What
  // is not of the C library may call whatever has a name.
  std::set<const llvm::Function *> calledElsewhere() const {
    std::set<const llvm::Function *> found = calledAsIs;
    const bool callsStrangers =
        callsPointers ||
        llvm::any_of(calledAsIs, [&](const llvm::Function *function) {
          return !isOfLibrary(*function);
        });
    if (leavesModule)
      for (const llvm::Function &function : module)
        if (isAddressTaken(function) ||
            (callsStrangers && !function.hasLocalLinkage()))
          found.insert(&function);
    std::vector<const llvm::Function *> work(found.begin(), found.end());
    while (!work.empty()) {
      const llvm::Function *function = work.back();
      work.pop_back();
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        for (const llvm::Value *operand : instruction.operands())
          if (const auto *named =
                  llvm::dyn_cast<llvm::Function>(operand->stripPointerCasts());
              named && found.insert(named).second)
            work.push_back(named);
    }
    return found;
  }

  // Marks of a function that is not defined here stand at its calls alone; what
  // else we call, and do not know, may call it, too.
  bool seesAllVisits(const Site &site) const {
    constexpr std::string_view kCall = COVERME_MARK_CALL;
    if (!site.isMark() || !site.place.starts_with(kCall))
      return true;
    const llvm::Function *callee =
        module.getFunction(site.place.substr(kCall.size()));
    if (callee != nullptr && !callee->isDeclaration())
      return true; // they stand in it
    const bool isKnown = callee != nullptr && !isOfLibrary(*callee);
    return !callsPointers &&
           llvm::all_of(calledAsIs, [&](const llvm::Function *function) {
             return function == callee || (isKnown && isOfLibrary(*function));
           });
  }

  // Does what is proved about a call of the entry hold for all of them, those
  // that it leads to included? It does where nothing is known of its caller.
  bool isAboutAnyCall() const {
    const InputPlan &plan = program.functions[entry].plan;
    return !plan.isMain && !plan.isProgram && !plan.isDistinct &&
           plan.assumptions.empty() && !plan.boundsInputs() &&
           !plan.boundsObjects();
  }

  // A function that something else may call has visits that we do not see. Of
  // the entry's, the first one that takes a branch is in a call in which none
  // did before, and a proof about any call denies that one.
  std::vector<uint32_t> reportedSites() const {
    const std::set<const llvm::Function *> elsewhere = calledElsewhere();
    std::vector<uint32_t> sites;
    for (const llvm::Function *function : expanded) {
      const llvm::MDNode *node =
          function->getMetadata(COVERME_FUNCTION_METADATA);
      if (!node)
        continue;
      const uint64_t index = firstFunction + indexOf(node);
      if (elsewhere.contains(function) && (index != entry || !isAboutAnyCall()))
        continue;
      const Function &tables = program.functions[index];
      for (uint32_t i = 0; i < tables.siteCount; ++i)
        if (seesAllVisits(program.sites[tables.firstSite + i]))
          sites.push_back(tables.firstSite + i);
    }
    std::sort(sites.begin(), sites.end());
    return sites;
  }

  llvm::Module &module;
  const llvm::DataLayout &layout;
  const Program &program;
  uint32_t firstFunction, firstSite, entry;
  CodeBuilder builder;
  llvm::DenseMap<const llvm::GlobalVariable *, uint32_t> globals;
  std::set<uint32_t> literals; // objects
  std::set<ValueId> dynamic;   // addresses: another object each time
  std::optional<uint32_t> errnoObject;
  std::set<const llvm::Function *> active, expanded;
  std::set<const llvm::Function *> calledAsIs; // and not expanded
  std::vector<ValueId> givenAway;
  std::vector<ValueId> pointerComparisons;
  bool looksAtAddresses = false; // of what parameters point to
  bool leavesModule = false;     // also through pointers
  bool callsPointers = false;
  const llvm::TargetLibraryInfoImpl names{
      llvm::Triple(module.getTargetTriple())};
  const llvm::TargetLibraryInfo library{names};
};

// The bitcode of module number `index`.
std::string_view bitcodeOf(std::string_view section, size_t index,
                           const std::string &origin) {
  for (;; --index) {
    coverme_ir header;
    if (section.size() < sizeof header)
      fail(ExitCode::BadInput, "'{}' holds less code than tables", origin);
    std::memcpy(&header, section.data(), sizeof header);
    section.remove_prefix(sizeof header);
    if (header.magic != COVERME_IR_MAGIC || header.byteSize > section.size())
      fail(ExitCode::BadInput, "'{}' has a damaged section {}", origin,
           COVERME_IR_SECTION);
    if (index == 0) {
      const std::string_view bitcode = section.substr(0, header.byteSize);
      if (header.checksum != coverme_checksum(bitcode.data(), bitcode.size()))
        fail(ExitCode::BadInput, "'{}' has damaged bitcode: bad checksum",
             origin);
      return bitcode;
    }
    section.remove_prefix(
        std::min<size_t>((header.byteSize + 7) & ~uint64_t{7}, section.size()));
  }
}

} // namespace

InputSpace provableInputs(const Function &entry) {
  std::vector<InputVariable> variables = entry.inputs();
  variables.resize(entry.plan.numberCount());
  for (InputVariable &variable : variables) {
    variable.scalar.enumerators.clear();
    // The high part of a long double is an integer to the code.
    if (variable.scalar.kind == ScalarKind::Exponent)
      variable.scalar.kind = ScalarKind::Unsigned;
    if (variable.isCapped)
      variable.greatest.reset();
  }
  return InputSpace(variables);
}

std::variant<LoweredEntry, NotLowered>
lowerEntry(const std::filesystem::path &object, const Program &program,
           uint32_t entry) {
  const std::string section = readSection(object, COVERME_IR_SECTION);
  if (section.empty())
    return NotLowered{"the object was compiled without COVERME_EMBED_IR=1"};
  size_t index = 0;
  while (index + 1 < program.modules.size() &&
         program.modules[index + 1].firstFunction <= entry)
    ++index;
  const std::string_view bitcode = bitcodeOf(section, index, object.string());
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(llvm::StringRef(bitcode.data(), bitcode.size()),
                            "coverme_ir"),
      context);
  if (!module)
    fail(ExitCode::BadInput, "'{}' has damaged bitcode: {}", object.string(),
         llvm::toString(module.takeError()));
  promoteMemory(**module);
  try {
    return EntryLowering(**module, program,
                         program.modules[index].firstFunction,
                         program.modules[index].firstSite, entry)
        .run();
  } catch (const Unsupported &unsupported) {
    return NotLowered{unsupported.reason};
  }
}

} // namespace coverme
