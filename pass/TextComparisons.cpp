// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TextComparisons.h"

#include "coverme/meaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstdint>

using namespace llvm;

namespace coverme::pass {
namespace {

/// How a text is passed. A view by its value takes two parameters.
enum class Form { String, Characters, View, ViewAt };

/// What is asked of the left text: is it the right one, does it begin or end
/// with it, or comes it before or behind it?
enum class Question { Equal, Begins, Ends, Order };

struct Known {
  StringLiteral name;
  Form left, right;
  Question question;
};

#define COVERME_STRING "NSt7__cxx1112basic_string"
#define COVERME_IN_STRING                                                      \
  "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define COVERME_IN_VIEW "_ZNKSt17basic_string_viewIcSt11char_traitsIcEE"

// Of libstdc++ 12 and later.
constexpr Known kKnown[] = {
    {"_ZSteqIcSt11char_traitsIcESaIcEEbRK" COVERME_STRING "IT_T0_T1_EEPKS5_",
     Form::String, Form::Characters, Question::Equal},
    {"_ZSteqIcEN9__gnu_cxx11__enable_ifIXsr9__is_charIT_EE7__valueEbE6__"
     "typeERK" COVERME_STRING "IS2_St11char_traitsIS2_ESaIS2_EEESC_",
     Form::String, Form::String, Question::Equal}, // as clang mangles it
    {"_ZSteqIcEN9__gnu_cxx11__enable_ifIXsr9__is_charIT_EE7__valueEbE6__"
     "typeERK" COVERME_STRING "IS3_St11char_traitsIS3_ESaIS3_EEESC_",
     Form::String, Form::String, Question::Equal}, // as gcc does
    {"_ZSteqIcSt11char_traitsIcESaIcEEbRK" COVERME_STRING "IT_T0_T1_EESA_",
     Form::String, Form::String, Question::Equal},
    {"_ZSteqIcSt11char_traitsIcEEbSt17basic_string_viewIT_T0_ES5_", Form::View,
     Form::View, Question::Equal},
    {"_ZSteqIcSt11char_traitsIcEEbSt17basic_string_viewIT_T0_ENSt15__type_"
     "identityIS5_E4typeE",
     Form::View, Form::View, Question::Equal},
    {COVERME_IN_STRING "7compareEPKc", Form::String, Form::Characters,
     Question::Order},
    {COVERME_IN_STRING "7compareERKS4_", Form::String, Form::String,
     Question::Order},
    {COVERME_IN_VIEW "7compareES2_", Form::ViewAt, Form::View, Question::Order},
    {COVERME_IN_VIEW "7compareEPKc", Form::ViewAt, Form::Characters,
     Question::Order},
    {COVERME_IN_STRING "11starts_withEPKc", Form::String, Form::Characters,
     Question::Begins},
    {COVERME_IN_STRING "11starts_withESt17basic_string_viewIcS2_E",
     Form::String, Form::View, Question::Begins},
    {COVERME_IN_VIEW "11starts_withEPKc", Form::ViewAt, Form::Characters,
     Question::Begins},
    {COVERME_IN_VIEW "11starts_withES2_", Form::ViewAt, Form::View,
     Question::Begins},
    {COVERME_IN_STRING "9ends_withEPKc", Form::String, Form::Characters,
     Question::Ends},
    {COVERME_IN_STRING "9ends_withESt17basic_string_viewIcS2_E", Form::String,
     Form::View, Question::Ends},
    {COVERME_IN_VIEW "9ends_withEPKc", Form::ViewAt, Form::Characters,
     Question::Ends},
    {COVERME_IN_VIEW "9ends_withES2_", Form::ViewAt, Form::View,
     Question::Ends},
};

#undef COVERME_STRING
#undef COVERME_IN_STRING
#undef COVERME_IN_VIEW

constexpr unsigned kBitsOfCharacter = 8;
constexpr uint64_t kMostMissing = uint64_t(1)
                                  << 32; // beyond, there is no slope

class BodyWriter {
public:
  explicit BodyWriter(Function &target)
      : function(target), builder(target.getContext()) {}

  /// Whether the function has the parameters that `known` says.
  bool fits(const Known &known) const {
    std::vector<Type *> wanted;
    for (const Form form : {known.left, known.right}) {
      if (form == Form::View)
        wanted.push_back(Type::getInt64Ty(function.getContext()));
      wanted.push_back(PointerType::getUnqual(function.getContext()));
    }
    const FunctionType *type = function.getFunctionType();
    return type->params().equals(wanted) && !type->isVarArg() &&
           type->getReturnType()->isIntegerTy(
               known.question == Question::Order ? 32 : 1);
  }

  void write(const Known &known) {
    DISubprogram *subprogram = function.getSubprogram();
    const auto linkage = function.isDeclaration()
                             ? GlobalValue::AvailableExternallyLinkage
                             : function.getLinkage();
    Comdat *comdat = function.getComdat();
    function.deleteBody();
    function.setLinkage(linkage);
    function.setComdat(comdat);
    function.setSubprogram(subprogram);
    function.setPersonalityFn(nullptr);
    // Of what it looks at, it uses no more than C says.
    function.removeFnAttr(COVERME_OPEN_MEANING_ATTRIBUTE);
    builder.SetInsertPoint(
        BasicBlock::Create(function.getContext(), "", &function));
    if (subprogram)
      builder.SetCurrentDebugLocation(DILocation::get(
          function.getContext(), subprogram->getLine(), 0, subprogram));
    builder.setIsFPConstrained(function.hasFnAttribute(Attribute::StrictFP));
    next = function.arg_begin();
    const Text left = take(known.left), right = take(known.right);
    Type *wide = builder.getInt64Ty(), *narrow = builder.getInt32Ty();
    const auto pair = [&](Intrinsic::ID id, Value *a, Value *b) {
      return builder.CreateBinaryIntrinsic(id, a, b);
    };
    Value *shorter = pair(Intrinsic::umin, left.size, right.size);
    const auto start = [&](const Text &text) {
      return known.question != Question::Ends
                 ? text.characters
                 : builder.CreateGEP(builder.getInt8Ty(), text.characters,
                                     builder.CreateSub(text.size, shorter));
    };
    Value *first = builder.CreateSExt(
        look("memcmp", narrow, {start(left), start(right), shorter}), wide);
    // A missing character is further than any that differs, or else a text that
    // is right so far would have to get worse first to get longer.
    const bool isOfPart =
        known.question == Question::Begins || known.question == Question::Ends;
    Value *longer = builder.CreateSub(left.size, right.size);
    Value *missing = pair(Intrinsic::umin,
                          isOfPart ? builder.CreateSub(right.size, shorter)
                                   : absolute(longer),
                          builder.getInt64(kMostMissing));
    Value *far = builder.CreateAdd(
        absolute(first), builder.CreateShl(missing, kBitsOfCharacter));
    if (known.question != Question::Order) {
      builder.CreateRet(builder.CreateICmpEQ(far, builder.getInt64(0)));
      return;
    }
    // The sign is that of the characters, or else of the lengths.
    Value *isPrefix = builder.CreateSExt(builder.CreateIsNull(first), wide);
    Value *sign = builder.CreateOr(
        builder.CreateAShr(
            builder.CreateOr(first, builder.CreateAnd(longer, isPrefix)), 63),
        builder.getInt64(1));
    builder.CreateRet(builder.CreateTrunc(
        builder.CreateMul(
            sign, pair(Intrinsic::umin, far, builder.getInt64(INT32_MAX))),
        narrow));
  }

private:
  struct Text {
    Value *characters, *size;
  };

  Text take(Form form) {
    if (form == Form::View) {
      Value *size = &*next++;
      return {&*next++, size};
    }
    Value *place = &*next++;
    // A string has its characters ahead of its size, a view behind.
    const auto load = [&](Type *type, int64_t offset) {
      return builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_64(
                                          builder.getInt8Ty(), place, offset));
    };
    if (form == Form::Characters)
      return {place, look("strlen", builder.getInt64Ty(), {place})};
    const bool isView = form == Form::ViewAt;
    Value *size = load(builder.getInt64Ty(), isView ? 0 : 8);
    return {load(builder.getPtrTy(), isView ? 8 : 0), size};
  }

  /// A call of a function of libc's that looks at texts.
  CallInst *look(StringRef name, Type *result, ArrayRef<Value *> arguments) {
    SmallVector<Type *> types;
    for (const Value *argument : arguments)
      types.push_back(argument->getType());
    CallInst *call =
        builder.CreateCall(function.getParent()->getOrInsertFunction(
                               name, FunctionType::get(result, types, false)),
                           arguments);
    call->setDoesNotThrow();
    call->setOnlyReadsMemory();
    call->setOnlyAccessesArgMemory();
    return call;
  }

  Value *absolute(Value *value) {
    return builder.CreateBinaryIntrinsic(Intrinsic::abs, value,
                                         builder.getFalse());
  }

  Function &function;
  IRBuilder<> builder;
  Function::arg_iterator next;
};

bool isOfLibrary(const Function &function) {
  StringRef name = function.getName();
  return any_of(std::initializer_list<StringRef>{"_ZSt", "_ZNSt", "_ZNKSt",
                                                 "_ZN9__gnu_cxx",
                                                 "_ZNK9__gnu_cxx"},
                [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// Does it do no more than to compare, so that a decision of its caller is one
/// of numbers? A comparison of pointers has no distance either way.
bool isPredicate(const Function &function) {
  if (function.isDeclaration() || function.isInterposable() ||
      function.size() != 1 || !isOfLibrary(function) ||
      function.hasFnAttribute(Attribute::NoInline) || function.isVarArg() ||
      function.hasFnAttribute(COVERME_OPEN_MEANING_ATTRIBUTE))
    return false;
  if (!function.getReturnType()->isIntegerTy(1))
    return any_of(kKnown, [&](const Known &known) {
      return known.question == Question::Order &&
             known.name == function.getName();
    });
  return none_of(instructions(function), [](const Instruction &inst) {
    auto *compare = dyn_cast<ICmpInst>(&inst);
    return compare && compare->getOperand(0)->getType()->isPointerTy();
  });
}

/// What comes from `callee` gets the line of the call.
void moveLines(Function &caller, const DISubprogram *callee,
               const DebugLoc &call) {
  for (Instruction &inst : instructions(caller)) {
    const DILocation *at = inst.getDebugLoc().get();
    if (at && at->getInlinedAt() && !isa<DbgInfoIntrinsic>(inst) && callee &&
        at->getScope()->getSubprogram() == callee)
      inst.setDebugLoc(call);
  }
}

bool inlinePredicates(Function &caller) {
  SmallVector<CallBase *> calls;
  for (Instruction &inst : instructions(caller))
    if (auto *call = dyn_cast<CallBase>(&inst))
      if (Function *callee = call->getCalledFunction();
          callee && callee != &caller && isPredicate(*callee))
        calls.push_back(call);
  bool isChanged = false;
  for (CallBase *call : calls) {
    const DebugLoc location = call->getDebugLoc();
    const DISubprogram *callee = call->getCalledFunction()->getSubprogram();
    InlineFunctionInfo info;
    if (InlineFunction(*call, info).isSuccess()) {
      moveLines(caller, callee, location);
      isChanged = true;
    }
  }
  return isChanged;
}

} // namespace

void exposeTextComparisons(Module &module) {
  for (const Known &known : kKnown)
    if (Function *function = module.getFunction(known.name))
      if (BodyWriter writer(*function); writer.fits(known))
        writer.write(known);
  // Each may consist of a call of another one: `!=` of `==`.
  constexpr int kDeepest = 8;
  for (Function &function : module)
    if (!function.isDeclaration())
      for (int i = 0; i < kDeepest && inlinePredicates(function); ++i)
        ;
}

} // namespace coverme::pass
