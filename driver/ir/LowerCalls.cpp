// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/EntryLowering.h"

#include "ir/InputsAlone.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

#include <map>
#include <string_view>

namespace coverme {
namespace {

// Expanding calls ends here: more is beyond what the engines can do in time.
constexpr size_t kMaxValues = 100'000;

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
      .Case("fmod", Op::FRem)
      .Default(std::nullopt);
}

bool isOfType(const llvm::Type &type, char code, const llvm::Type &number) {
  switch (code) {
  case 'x':
    return &type == &number;
  case 'i':
    return type.isIntegerTy(32);
  case 'l':
    return type.isIntegerTy(64);
  default:
    return type.isPointerTy();
  }
}

// Is it one of libm.def, of doubles or floats? Or lgamma: a caller's pointer
// may lead to signgam, which that sets, as to errno.
bool isOfLibm(llvm::StringRef name, const llvm::FunctionType &type) {
  static const std::map<llvm::StringRef, const char *> known = {
      {"lgamma", "xx"},
#define COVERME_LIBM(Name, Types) {#Name, Types},
#include "coverme/libm.def"
  };
  const auto isIt = [&](const llvm::Type &number) {
    const auto found = known.find(name);
    if (found == known.end())
      return false;
    const std::string_view codes = found->second;
    if (type.getNumParams() + 1 != codes.size() ||
        !isOfType(*type.getReturnType(), codes[0], number))
      return false;
    for (unsigned i = 0; i < type.getNumParams(); ++i)
      if (!isOfType(*type.getParamType(i), codes[i + 1], number))
        return false;
    return true;
  };
  llvm::LLVMContext &context = type.getContext();
  return isIt(*llvm::Type::getDoubleTy(context)) ||
         (name.consume_back("f") && isIt(*llvm::Type::getFloatTy(context)));
}

// How much functions of libm write through their last parameter, a pointer; 0
// for those that have none.
uint64_t bytesWritten(llvm::StringRef name, const llvm::Type &result) {
  if (result.isFloatTy())
    name.consume_back("f");
  return llvm::StringSwitch<uint64_t>(name)
      .Cases("frexp", "remquo", sizeof(int))
      .Case("modf", result.getPrimitiveSizeInBits() / 8)
      .Default(0);
}

// Taken for functions that only read by headers and by LLVM; libraries have
// them set errno where a number does not fit.
bool setsErrno(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("atof", "atoi", "atol", "atoll", "strcoll", true)
      .Default(false);
}

bool changesFloatingPointEnvironment(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("fesetround", "fesetenv", "feupdateenv", "fesetmode", true)
      .Default(false);
}

bool changesFloatingPointEnvironment(const llvm::CallBase &call) {
  if (const auto *code =
          llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    const llvm::StringRef text = code->getAsmString();
    return text.contains("mxcsr") || text.contains("fldcw") ||
           text.contains("fldenv") || text.contains("rstor") ||
           text.contains("finit");
  }
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  switch (callee->getIntrinsicID()) {
  case llvm::Intrinsic::set_rounding:
  case llvm::Intrinsic::set_fpenv:
  case llvm::Intrinsic::reset_fpenv:
  case llvm::Intrinsic::set_fpmode:
  case llvm::Intrinsic::reset_fpmode:
    return true;
  case llvm::Intrinsic::not_intrinsic:
    return changesFloatingPointEnvironment(callee->getName());
  default:
    return callee->getName().contains("ldmxcsr") ||
           callee->getName().contains("rstor");
  }
}

// The functions of the module that lead to one of these, and these.
std::set<const llvm::Function *>
callersOf(std::vector<const llvm::Function *> functions) {
  std::set<const llvm::Function *> callers(functions.begin(), functions.end());
  while (!functions.empty()) {
    const llvm::Function *callee = functions.back();
    functions.pop_back();
    for (const llvm::User *user : callee->users())
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
          call && callers.insert(call->getFunction()).second)
        functions.push_back(call->getFunction());
  }
  return callers;
}

// May it come to its end? In a function whose type is noreturn, clang has
// `unreachable` there.
bool returns(const llvm::Function &function) {
  return llvm::any_of(function, [&](const llvm::BasicBlock &block) {
    const llvm::Instruction &end = *block.getTerminator();
    if (llvm::isa<llvm::ReturnInst>(end))
      return true;
    const auto *last =
        llvm::dyn_cast_or_null<llvm::CallInst>(end.getPrevNode());
    return llvm::isa<llvm::UnreachableInst>(end) && function.doesNotReturn() &&
           !(last && last->doesNotReturn());
  });
}

// Code that runs when the program begins, or a part of it is loaded: what the
// list of constructors names, and sections that the linker adds to it.
bool runsAtStart(const llvm::GlobalVariable &list) {
  const llvm::StringRef section = list.getSection();
  return list.hasInitializer() &&
         (list.getName() == "llvm.global_ctors" ||
          section.contains("init_array") || section.starts_with(".ctors"));
}

} // namespace

std::set<const llvm::Function *> EntryLowering::changingRounding() const {
  std::vector<const llvm::Function *> functions;
  for (const llvm::Function &function : module)
    if (changesFloatingPointEnvironment(function.getName()) ||
        llvm::any_of(llvm::instructions(function), [](const auto &instruction) {
          const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          return call && changesFloatingPointEnvironment(*call);
        }))
      functions.push_back(&function);
  return callersOf(std::move(functions));
}

// The pointers that a call goes through, or hands on, may lead to whatever has
// its address taken; constructors have run ahead of the entry; and its callers
// at hand may have done anything.
void EntryLowering::checkFloatingPointEnvironment() const {
  const auto isNamed = [](const llvm::Function &function) {
    return function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                    /*IgnoreAssumeLikeCalls=*/true,
                                    /*IngoreLLVMUsed=*/true);
  };
  for (const llvm::Function *function : changesRounding)
    if (leavesModule && isNamed(*function))
      throw Unsupported{"it may call what changes the rounding mode"};
  for (const llvm::Function *caller : callersOf({&findEntry()}))
    if (changesRounding.contains(caller) ||
        (!changesRounding.empty() && isNamed(*caller)))
      throw Unsupported{"what calls it may change the rounding mode"};
  for (const llvm::GlobalVariable &list : module.globals()) {
    if (!runsAtStart(list))
      continue;
    std::vector<const llvm::Constant *> work{list.getInitializer()};
    while (!work.empty()) {
      const llvm::Constant *part = work.back();
      work.pop_back();
      const auto *function = llvm::dyn_cast<llvm::Function>(part);
      if (function && changesRounding.contains(function))
        throw Unsupported{"its file changes the rounding mode as it is loaded"};
      if (!llvm::isa<llvm::GlobalValue>(part))
        for (const llvm::Use &operand : part->operands())
          work.push_back(llvm::cast<llvm::Constant>(&operand));
    }
  }
}

ValueId EntryLowering::called(Frame &frame, llvm::CallInst &call) {
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
  if (changesFloatingPointEnvironment(call))
    throw Unsupported{"it changes the rounding mode"};
  if (callee && setsErrno(callee->getName()))
    writeErrno(frame);
  if (callee && callee->isDeclaration() && !call.isNoBuiltin() &&
      !call.getFunction()->hasFnAttribute("no-builtins")) {
    if (!fastMathFlagsOf(call).any())
      if (const auto result = calledMath(frame, call, *callee))
        return *result;
    if (const auto result = calledLibrary(frame, call, *callee))
      return *result;
  }
  // The program's own, if the compiler is told so; for memcmp, we have told it.
  if (callee && call.isNoBuiltin() && callee->getName() != "memcmp")
    callsStrangers = true;
  if (callee && call.doesNotReturn() && returns(*callee))
    throw Unsupported{"it calls a function that is declared noreturn, and may "
                      "return"};
  if (callee && canExpand(call, *callee))
    return expandCall(frame, call, *callee);
  return calledUnseen(frame, call);
}

// A call of which nothing is known but what may be known of its callee by name.
ValueId EntryLowering::calledUnseen(Frame &frame, llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (callee && changesRounding.contains(callee))
    throw Unsupported{"it calls what changes the rounding mode"};
  const bool isOwn = callee && leavesMemory(*callee);
  const bool onlyReads = isOwn || call.onlyReadsMemory();
  if (callee)
    calledAsIs.insert(callee);
  callsPointers |= callee == nullptr;
  leavesModule |= !isOwn;
  if (!onlyReads)
    havoc(frame);
  // What is returned may be one of the pointers.
  if (!onlyReads || !isNumber(typeOf(call.getType())))
    giveAway(frame, call);
  return call.getType()->isVoidTy() ? kNone : unknown(frame, call.getType());
}

// A call that may throw. Its code is not expanded, since it may have done any
// part of what it does by then; so what is havoc behind it is so on both ways.
void EntryLowering::lowerInvoke(Frame &frame, llvm::InvokeInst &invoke) {
  if (invoke.isInlineAsm())
    throw Unsupported{"it contains inline assembly"};
  if (invoke.hasFnAttr(llvm::Attribute::ReturnsTwice))
    throw Unsupported{"it calls setjmp"};
  if (changesFloatingPointEnvironment(invoke))
    throw Unsupported{"it changes the rounding mode"};
  callsStrangers |= invoke.isNoBuiltin();
  const llvm::Function *callee = invoke.getCalledFunction();
  if (callee && invoke.doesNotReturn() && returns(*callee))
    throw Unsupported{"it calls a function that is declared noreturn, and may "
                      "return"};
  writeErrno(frame);
  if (const ValueId result = calledUnseen(frame, invoke); result != kNone)
    frame.values[&invoke] = result;
  builder.branch(frame.at, builder.emit(frame.at, Op::Unknown, kBit, {}),
                 frame.starts[invoke.getNormalDest()],
                 frame.starts[invoke.getUnwindDest()], kNone);
}

// Functions of the C library that call nobody, and of which is known what they
// write: nothing, errno alone, or errno and what one pointer leads to.
std::optional<ValueId> EntryLowering::calledLibrary(Frame &frame,
                                                    llvm::CallInst &call,
                                                    llvm::Function &callee) {
  llvm::LibFunc known;
  if (library.getLibFunc(callee, known))
    llvm::inferNonMandatoryLibFuncAttrs(callee, library);
  const auto isNumeric = [](const llvm::Value *value) {
    return isNumber(typeOf(value->getType()));
  };
  const bool isOfMath = isOfLibm(callee.getName(), *call.getFunctionType());
  if (isOfLibrary(callee) && callee.onlyReadsMemory()) {
    // Whatever -fno-math-errno says.
    if (isOfMath && maySetErrno(callee.getName()))
      writeErrno(frame);
    // What is returned may be one of the pointers.
    if (!isNumeric(&call))
      giveAway(frame, call);
    return unknown(frame, call.getType());
  }
  if (!isOfMath)
    return std::nullopt;
  if (const uint64_t bytes = bytesWritten(callee.getName(), *call.getType());
      bytes != 0)
    blur(frame, value(frame, call.getArgOperand(call.arg_size() - 1)), bytes);
  if (maySetErrno(callee.getName()))
    writeErrno(frame);
  return unknown(frame, call.getType());
}

// Does a call leave all memory as it is, but for variables of its own, and stay
// in the module, but for functions of the C library that only read?
bool EntryLowering::leavesMemory(const llvm::Function &function) const {
  const auto isVariable = [](const llvm::Value *pointer) {
    return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  };
  llvm::SetVector<const llvm::Function *> called;
  called.insert(&function);
  const auto leaves = [&](const llvm::Instruction &instruction) {
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return store->isSimple() && isVariable(store->getPointerOperand());
    if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      return !memory->isVolatile() && isVariable(memory->getDest());
    if (instruction.isLifetimeStartOrEnd())
      return true;
    const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      return !intrinsic->mayWriteToMemory() && !maySetErrno(*intrinsic);
    if (!call)
      return !instruction.mayWriteToMemory() &&
             !llvm::isa<llvm::InvokeInst>(instruction);
    if (isUnwritten(*call) || isSomeNaN(*call))
      return true;
    const llvm::Function *callee = call->getCalledFunction();
    if (callee && !(isOfLibrary(*callee) && call->onlyReadsMemory() &&
                    !setsErrno(callee->getName()) &&
                    !(isOfLibm(callee->getName(), *call->getFunctionType()) &&
                      maySetErrno(callee->getName()))))
      called.insert(callee);
    return callee != nullptr;
  };
  for (size_t i = 0; i < called.size(); ++i)
    if (called[i]->isDeclaration() || isReplaceable(*called[i]) ||
        !llvm::all_of(llvm::instructions(*called[i]), leaves))
      return false;
  return true;
}

std::optional<ValueId> EntryLowering::calledMath(Frame &frame,
                                                 llvm::CallInst &call,
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
void EntryLowering::writeErrno(Frame &frame) {
  if (!errnoObject) {
    Object object;
    object.escapes = object.isErrno = true;
    object.isShared = !plan.isDistinct;
    errnoObject = builder.addObject(std::move(object));
  }
  const ValueId place = address(frame.at, *errnoObject);
  const ValueId number = builder.emit(frame.at, Op::Unknown, kInt32, {});
  builder.emit(frame.at, Op::Store, {}, {place, number});
}

ValueId EntryLowering::applied(Frame &frame, Op op, llvm::CallInst &call) {
  std::vector<ValueId> operands;
  for (const llvm::Value *argument : call.args())
    operands.push_back(value(frame, argument));
  return builder.emit(frame.at, op, typeOf(call.getType()), operands);
}

bool EntryLowering::canExpand(const llvm::CallInst &call,
                              const llvm::Function &callee) {
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

ValueId EntryLowering::expandCall(Frame &frame, llvm::CallInst &call,
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

ValueId EntryLowering::calledIntrinsic(Frame &frame,
                                       llvm::IntrinsicInst &call) {
  using llvm::Intrinsic::ID;
  const ID id = call.getIntrinsicID();
  const CodeType type = typeOf(call.getType());
  if (maySetErrno(call))
    writeErrno(frame);
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
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memmove:
    return moved(frame, llvm::cast<llvm::MemIntrinsic>(call));
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end: {
    const ValueId start = value(frame, call.getArgOperand(call.arg_size() - 1));
    if (builder[start].op == Op::Address)
      if (const Object &object =
              builder.object(static_cast<uint32_t>(builder[start].immediate));
          object.kind == Object::Kind::Stack)
        blur(frame, start, object.size);
    return kNone;
  }
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::prefetch:
    return call.getType()->isVoidTy() ? kNone : unknown(frame, call.getType());
  case llvm::Intrinsic::eh_sjlj_setjmp:
    throw Unsupported{"it calls setjmp"};
  default:
    break;
  }
  if (changesFloatingPointEnvironment(call))
    throw Unsupported{"it changes the rounding mode"};
  // Its result may be one of its operands in disguise (llvm.ptrmask).
  giveAway(frame, call);
  if (call.mayWriteToMemory())
    havoc(frame);
  return call.getType()->isVoidTy() ? kNone : unknown(frame, call.getType());
}

// memset, memcpy and memmove. Volatile memory is read as loaded() reads it.
ValueId EntryLowering::moved(Frame &frame, llvm::MemIntrinsic &call) {
  const ValueId to = value(frame, call.getRawDest());
  const ValueId bytes = value(frame, call.getLength());
  if (call.isVolatile()) {
    havoc(frame);
    builder.emit(frame.at, Op::Fill, {},
                 {to, builder.emit(frame.at, Op::Unknown, kInt8, {}), bytes});
  } else {
    builder.emit(frame.at,
                 llvm::isa<llvm::MemSetInst>(call) ? Op::Fill : Op::Copy, {},
                 {to, value(frame, call.getArgOperand(1)), bytes});
  }
  return kNone;
}

ValueId EntryLowering::absolute(Frame &frame, llvm::IntrinsicInst &call) {
  const ValueId x = value(frame, call.getArgOperand(0));
  const CodeType type = typeOf(call.getType());
  const ValueId zero = builder.emit(frame.at, Op::Constant, type, {}, 0);
  const ValueId negative =
      builder.emit(frame.at, Op::ICmpSigned, {TypeKind::Int, 1}, {x, zero},
                   COVERME_REL_LESS);
  const ValueId negated = builder.emit(frame.at, Op::Sub, type, {zero, x});
  return builder.emit(frame.at, Op::Select, type, {negative, negated, x});
}

// The instruction may do anything with what its operands point to.
void EntryLowering::giveAway(Frame &frame, llvm::Instruction &instruction) {
  for (const llvm::Value *operand : instruction.operands())
    if (operand->getType()->isPointerTy() &&
        !llvm::isa<llvm::Function>(operand))
      givenAway.push_back(value(frame, operand));
}

} // namespace coverme
