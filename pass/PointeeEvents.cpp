// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PointeeEvents.h"

#include "Edges.h"
#include "Types.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// The arguments that a function of libm only writes to, and how much.
Type *resultBehind(const CallBase &call, StringRef name, unsigned argument) {
  Type *integer = Type::getInt32Ty(call.getContext());
  Type *own = call.getArgOperand(0)->getType();
  auto known = [&](StringRef plain) -> Type * {
    return StringSwitch<Type *>(plain)
        .Case("frexp", argument == 1 ? integer : nullptr)
        .Case("lgamma_r", argument == 1 ? integer : nullptr)
        .Case("modf", argument == 1 ? own : nullptr)
        .Case("remquo", argument == 2 ? integer : nullptr)
        .Case("sincos", argument == 1 || argument == 2 ? own : nullptr)
        .Default(nullptr);
  };
  if (name == "lgammaf_r" || name == "lgammal_r")
    name = "lgamma_r";
  if (Type *type = known(name))
    return type;
  return name.ends_with("f") || name.ends_with("l") ? known(name.drop_back())
                                                    : nullptr;
}

/// Does the function write a text behind its first argument, and not look at
/// what is there?
bool writesText(StringRef name) {
  name.consume_front("__");
  name.consume_back("_chk");
  return StringSwitch<bool>(name)
      .Cases("sprintf", "snprintf", "vsprintf", "vsnprintf", true)
      .Cases("strcpy", "strncpy", "stpcpy", "stpncpy", true)
      .Cases("fgets", "strftime", true)
      .Default(false);
}

/// May the address that `call` returns be one to read by?
bool givesAddress(const CallBase &call) {
  return call.getType()->isPointerTy() &&
         any_of(call.users(),
                [](const User *user) { return !isa<ICmpInst>(user); });
}

class Collector {
public:
  Collector(PointeeNode &target, const PointeeNodes &known)
      : node(target), nodes(known), places(*target.function),
        layout(target.function->getParent()->getDataLayout()) {
    node.own.resize(node.function->arg_size());
  }

  void run() {
    DominatorTree tree(*node.function);
    enter(*tree.getRootNode());
    while (!path.empty()) {
      auto &[block, next] = path.back();
      if (next == block->end())
        leave();
      else
        enter(**next++);
    }
  }

private:
  // --- the way through the dominator tree -----------------------------------

  /// With a stack of our own: the tree may be as deep as there are blocks.
  void enter(DomTreeNode &block) {
    path.push_back({&block, block.begin()});
    node.events.push_back({PointeeEvent::Enter});
    for (Instruction &inst : *block.getBlock())
      visit(inst);
  }

  void leave() {
    path.pop_back();
    if (node.events.back().kind == PointeeEvent::Enter)
      node.events.pop_back();
    else
      node.events.push_back({PointeeEvent::Leave});
  }

  // --- instructions ---------------------------------------------------------

  void visit(Instruction &inst) {
    if (places.isInitialiser(inst))
      return;
    if (auto *load = dyn_cast<LoadInst>(&inst)) {
      access(PointeeEvent::Read, load->getPointerOperand(), load->getType(),
             load->isVolatile());
    } else if (auto *store = dyn_cast<StoreInst>(&inst)) {
      if (!places.isFollowed(*store))
        escape(store->getValueOperand());
      access(PointeeEvent::Write, store->getPointerOperand(),
             store->getValueOperand()->getType(), store->isVolatile());
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&inst)) {
      escape(update->getValOperand());
      access(PointeeEvent::Read, update->getPointerOperand(), update->getType(),
             update->isVolatile());
    } else if (auto *call = dyn_cast<CallBase>(&inst)) {
      visitCall(*call);
    } else if (auto *exit = dyn_cast<ReturnInst>(&inst)) {
      if (const Value *result = exit->getReturnValue())
        for (const Place &place : places.of(result))
          node.own[place.parameter].isReturned = true;
      node.events.push_back({PointeeEvent::Return});
    } else if (isComparison(inst)) {
      visitComparison(inst);
    } else if (!Places::isStep(inst)) {
      for (const Value *operand : inst.operand_values())
        escape(operand);
    }
  }

  /// Also the difference of two addresses.
  static bool isComparison(const Instruction &inst) {
    return isa<ICmpInst>(inst) ||
           (isa<PtrToIntInst>(inst) &&
            all_of(inst.users(), [](const User *user) {
              auto *step = dyn_cast<BinaryOperator>(user);
              return isa<ICmpInst>(user) ||
                     (step && step->getOpcode() == Instruction::Sub &&
                      isa<PtrToIntInst>(step->getOperand(0)) &&
                      isa<PtrToIntInst>(step->getOperand(1)));
            }));
  }

  /// Is `pointer` a variable, or a phi, that the code itself has made null on
  /// some way to here? To compare it with null asks for that way.
  static bool mayBeOwnNull(const Value *pointer) {
    if (auto *phi = dyn_cast<PHINode>(pointer))
      return any_of(phi->incoming_values(), [](const Use &value) {
        return isa<ConstantPointerNull>(value);
      });
    auto *load = dyn_cast<LoadInst>(pointer);
    auto *variable =
        load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    return variable && any_of(variable->users(), [&](const User *user) {
             auto *store = dyn_cast<StoreInst>(user);
             return store &&
                    isa<ConstantPointerNull>(store->getValueOperand()) &&
                    isPotentiallyReachable(store, load);
           });
  }

  /// Where the address of a parameter's variable is handed on, nobody knows its
  /// value from there on; ahead of that, it is the caller's.
  void noteHomeOf(const Value *operand) {
    auto *load = dyn_cast<LoadInst>(operand);
    auto *variable =
        load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!variable || isInLibrary(node.function->getSubprogram()) ||
        mayBeOwnNull(operand))
      return;
    const Argument *argument = nullptr;
    for (const User *user : variable->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (store && store->getPointerOperand() == variable) {
        if (auto *given = dyn_cast<Argument>(store->getValueOperand()))
          argument = given;
      } else if (auto *inst = dyn_cast<Instruction>(user);
                 inst && !isa<LoadInst>(inst) &&
                 isPotentiallyReachable(inst, load)) {
        return;
      }
    }
    if (argument)
      node.own[argument->getArgNo()].flags |= COVERME_PARAMETER_ComparesNull;
  }

  /// That the C++ library refuses null does not make it an input.
  void visitComparison(const Instruction &inst) {
    const bool isWithNull =
        any_of(inst.operand_values(),
               [](const Value *operand) {
                 return isa<ConstantPointerNull>(operand);
               }) ||
        (isa<PtrToIntInst>(inst) && any_of(inst.users(), [](const User *user) {
           return isa<ICmpInst>(user) &&
                  isa<ConstantInt>(user->getOperand(1)) &&
                  cast<ConstantInt>(user->getOperand(1))->isZero();
         }));
    if (isWithNull)
      for (const Value *operand : inst.operand_values())
        noteHomeOf(operand);
    for (const Value *operand : inst.operand_values())
      for (const Place &place : places.of(operand))
        if (!isWithNull)
          node.own[place.parameter].flags |= COVERME_PARAMETER_Compares;
        else if (place.mayBeArgument && !mayBeOwnNull(operand) &&
                 !isInLibrary(node.function->getSubprogram()))
          node.own[place.parameter].flags |= COVERME_PARAMETER_ComparesNull;
  }

  void visitCall(CallBase &call) {
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
      if (auto *memory = dyn_cast<MemIntrinsic>(intrinsic))
        return visitMemory(*memory);
      if (intrinsic->isAssumeLikeIntrinsic())
        return;
    }
    for (const Use &operand : call.operands())
      if (!call.isArgOperand(&operand))
        escape(operand);
    size_t first = node.events.size();
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (!places.of(call.getArgOperand(i)).empty())
        visitArgument(call, i);
    for (size_t i = first, end = node.events.size(); i < end; ++i)
      if (PointeeEvent event = node.events[i];
          event.kind == PointeeEvent::Call) {
        event.kind = PointeeEvent::Back;
        node.events.push_back(event);
      }
  }

  void visitArgument(CallBase &call, unsigned argument) {
    const Value *address = call.getArgOperand(argument);
    const Function *callee = calledFunction(call);
    PointeeNode *known = callee ? nodes.lookup(callee) : nullptr;
    if (call.isByValArgument(argument))
      access(PointeeEvent::Read, address, nullptr,
             layout.getTypeStoreSize(call.getParamByValType(argument)));
    else if (known && argument < callee->arg_size() &&
             callee->getArg(argument)->getType()->isPointerTy())
      pass(address, *known, argument, !call.use_empty());
    else if (Type *result =
                 callee && callee->isDeclaration()
                     ? resultBehind(call, callee->getName(), argument)
                     : nullptr)
      access(PointeeEvent::Write, address, result, /*isVolatile=*/false);
    else if (callee && callee->isDeclaration() &&
             writesText(callee->getName()) && argument == 0 &&
             !givesAddress(call))
      note(address, COVERME_PARAMETER_Stores | COVERME_PARAMETER_Afar);
    else
      escape(address);
  }

  void visitMemory(const MemIntrinsic &call) {
    auto *length = dyn_cast<ConstantInt>(call.getLength());
    auto *transfer = dyn_cast<MemTransferInst>(&call);
    if (call.isVolatile() || !length) {
      if (transfer)
        escape(transfer->getRawSource());
      if (call.isVolatile())
        escape(call.getRawDest());
    }
    if (!length) {
      if (transfer)
        note(transfer->getRawSource(),
             COVERME_PARAMETER_Loads | COVERME_PARAMETER_Afar);
      note(call.getRawDest(),
           COVERME_PARAMETER_Stores | COVERME_PARAMETER_Afar);
    }
    if (!length || length->isZero())
      return;
    TypeSize size = TypeSize::getFixed(length->getLimitedValue());
    if (transfer)
      access(PointeeEvent::Read, transfer->getRawSource(), nullptr, size);
    access(PointeeEvent::Write, call.getRawDest(), nullptr, size);
  }

  // --- what becomes of an address -------------------------------------------

  void escape(const Value *address) {
    note(address, kAnything);
    for (const Place &place : places.of(address))
      node.own[place.parameter].readsAny = true;
  }

  void note(const Value *address, uint32_t flags) {
    for (const Place &place : places.of(address))
      node.own[place.parameter].flags |= flags;
  }

  void access(PointeeEvent::Kind kind, const Value *address, Type *type,
              bool isVolatile) {
    if (places.of(address).empty())
      return;
    if (isVolatile)
      escape(address);
    access(kind, address, type, layout.getTypeStoreSize(type));
  }

  /// `type`: null where bytes are copied.
  void access(PointeeEvent::Kind kind, const Value *address, Type *type,
              TypeSize size) {
    for (const Place &place : places.of(address)) {
      PointeeSummary &own = node.own[place.parameter];
      if (type)
        addElement(own, place, *type->getScalarType());
      std::optional<coverme_range> range =
          size.isScalable() ? std::nullopt : rangeOf(place, size);
      if (range)
        own.reach = std::max(own.reach, range->end);
      own.readsAny |= kind == PointeeEvent::Read && !range;
      own.flags |= kind == PointeeEvent::Read ? COVERME_PARAMETER_Loads
                                              : COVERME_PARAMETER_Stores;
      if (!range)
        own.flags |= COVERME_PARAMETER_Afar;
      if (range &&
          (kind == PointeeEvent::Read || (place.isCertain && place.isExact())))
        node.events.push_back({kind, place, size.getFixedValue()});
    }
  }

  void addElement(PointeeSummary &own, const Place &place, Type &type) {
    bool isScalar =
        type.isIntegerTy() || type.isFloatingPointTy() || type.isPointerTy();
    bool isElement =
        isScalar &&
        (place.isAnywhere ||
         place.least % int64_t(layout.getTypeAllocSize(&type)) == 0);
    own.addElement(isElement ? &type : nullptr);
  }

  void pass(const Value *address, PointeeNode &callee, unsigned parameter,
            bool isResultUsed) {
    for (const Place &place : places.of(address))
      node.events.push_back(
          {PointeeEvent::Call, place, 0, &callee, parameter, isResultUsed});
    if (!is_contained(node.callees, &callee))
      node.callees.push_back(&callee);
  }

  PointeeNode &node;
  const PointeeNodes &nodes;
  const Places places;
  const DataLayout &layout;
  SmallVector<std::pair<DomTreeNode *, DomTreeNode::iterator>> path;
};

} // namespace

std::optional<coverme_range> rangeOf(const Place &place, uint64_t size) {
  if (place.isAnywhere || place.least < 0 || size > kFarthest ||
      place.most + int64_t(size) > kFarthest)
    return std::nullopt;
  return coverme_range{uint32_t(place.least), uint32_t(place.most + size)};
}

void collectEvents(PointeeNode &node, const PointeeNodes &nodes) {
  Collector(node, nodes).run();
}

} // namespace coverme::pass
