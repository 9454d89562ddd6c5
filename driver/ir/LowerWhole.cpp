// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/EntryLowering.h"

#include "coverme/marks.h"
#include "coverme/meaning.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace coverme {

// Whatever object an address that was given away may point into escapes.
void EntryLowering::markEscapes() {
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

// A caller's pointer that leads to errno, or to just behind it, is not one that
// the code may read or write more bytes through than an int has, or at a place
// farther away.
void EntryLowering::findAccessesToErrno() {
  constexpr int64_t kBytes = sizeof(int);
  const auto look = [&](ValueId pointer, uint64_t bytes) {
    for (const ValueId root : rootsOf(pointer)) {
      if (builder[root].op != Op::Address)
        continue;
      bool isFarAway = false;
      const auto operands = builder.operandsOf(pointer);
      if (builder[pointer].op == Op::Offset && operands[0] == root &&
          builder[operands[1]].op == Op::Constant) {
        const auto offset =
            static_cast<int64_t>(builder[operands[1]].immediate);
        isFarAway = offset >= kBytes || offset < -kBytes;
      }
      builder.object(static_cast<uint32_t>(builder[root].immediate))
          .mayBeErrno |= bytes <= kBytes && !isFarAway;
    }
  };
  for (ValueId id = 0; id < builder.size(); ++id) {
    const auto operands = builder.operandsOf(id);
    switch (builder[id].op) {
    case Op::Load:
      look(operands[0], builder[id].type.bytes());
      break;
    case Op::Store:
      look(operands[0], builder[operands[1]].type.bytes());
      break;
    case Op::Copy:
      look(operands[1], 0);
      [[fallthrough]];
    case Op::Fill:
      look(operands[0], 0);
      break;
    default:
      break;
    }
  }
}

// Does the pointer lead behind the beginning of an object, whatever the indices
// in it are? Then it is not null, even if that of the object is.
bool EntryLowering::isWithinObject(ValueId pointer) const {
  // Of an index, which is multiplied by the size of what it counts. Those that
  // are larger do not matter.
  constexpr uint64_t kLargest = 1U << 31;
  const auto scaleOf = [&](ValueId bytes) -> uint64_t {
    if (builder[bytes].op != Op::Mul)
      return 1;
    const code::Instruction &scale = builder[builder.operandsOf(bytes)[1]];
    return scale.op == Op::Constant && scale.immediate < kLargest
               ? scale.immediate
               : 1;
  };
  int64_t constant = 0;
  uint64_t unit = 0; // of all that indices add
  while (builder[pointer].op == Op::Offset) {
    const auto operands = builder.operandsOf(pointer);
    const code::Instruction &bytes = builder[operands[1]];
    const auto number = static_cast<int64_t>(bytes.immediate);
    if (bytes.op != Op::Constant)
      unit = std::gcd(unit, scaleOf(operands[1]));
    else if (std::abs(number) >= int64_t{kLargest} ||
             std::abs(constant) >= int64_t{kLargest})
      return false;
    else
      constant += number;
    pointer = operands[0];
  }
  return builder[pointer].op == Op::Address &&
         (unit == 0 ? constant : constant % static_cast<int64_t>(unit)) != 0;
}

// Whether a pointer of the caller is null, and how it compares with others,
// is not known.
void EntryLowering::forgetAddresses() {
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
             literals.contains(static_cast<uint32_t>(builder[root].immediate));
    };
    const auto isMerged = [&](const auto &one, const auto &other) {
      return std::any_of(one.begin(), one.end(), isLiteral) &&
             !std::all_of(other.begin(), other.end(), isNull);
    };
    const uint64_t relations = builder[compare].immediate;
    const bool isEquality = ((relations & COVERME_REL_LESS) != 0) ==
                            ((relations & COVERME_REL_GREATER) != 0);
    if (isEquality && std::all_of(right.begin(), right.end(), isNull) &&
        isWithinObject(builder.operandsOf(compare)[0]))
      continue;
    const auto isDynamic = [&](ValueId root) { return dynamic.contains(root); };
    if (isMerged(left, right) || isMerged(right, left) ||
        std::any_of(left.begin(), left.end(), isDynamic) ||
        std::any_of(right.begin(), right.end(), isDynamic)) {
      builder.forget(compare);
      continue;
    }
    if (isWithinOne || (std::none_of(left.begin(), left.end(), isGivenRoot) &&
                        std::none_of(right.begin(), right.end(), isGivenRoot)))
      continue;
    builder.forget(compare);
    looksAtAddresses = true;
  }
}

// Where the code writes something else than bools to objects of others, a bool
// there may be such that it is either. Says whether it does, and reads one.
bool EntryLowering::forgetBools() {
  const auto isBool = [&](ValueId id) {
    const code::Instruction &value = builder[id];
    return value.type == kInt8 &&
           (value.op == Op::Constant
                ? value.immediate <= 1
                : value.op == Op::ZExt &&
                      builder[builder.operandsOf(id)[0]].type == kBit);
  };
  const auto isOfOthers = [&](ValueId pointer) {
    return std::ranges::any_of(rootsOf(pointer), [&](ValueId root) {
      return builder[root].op != Op::Address ||
             builder.object(static_cast<uint32_t>(builder[root].immediate))
                     .kind != Object::Kind::Stack;
    });
  };
  for (ValueId id = 0; !boolsRead.empty() && id < builder.size(); ++id) {
    const Op op = builder[id].op;
    const auto operands = builder.operandsOf(id);
    if ((op == Op::Copy ||
         ((op == Op::Store || op == Op::Fill) && !isBool(operands[1]))) &&
        isOfOthers(operands[0])) {
      for (const ValueId each : boolsRead)
        builder.forget(each);
      return true;
    }
  }
  return false;
}

// The values that an address is calculated from.
std::set<ValueId> EntryLowering::rootsOf(ValueId pointer) const {
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

// Of the C library, which calls no function of ours but through a pointer.
bool EntryLowering::isOfLibrary(const llvm::Function &function) const {
  static const std::set<llvm::StringRef> others = {
      "__assert_fail", "__assert_rtn", "_exit", "abort", "exit"};
  const llvm::StringRef name = function.getName();
  // A program may have its own operator new and delete, and others call a
  // handler of its (std::set_new_handler, pthread_atfork).
  if (name.starts_with("_Zn") || name.starts_with("_Zd") || name == "fork")
    return false;
  llvm::LibFunc known;
  return function.isDeclaration() &&
         (others.contains(name) || library.getLibFunc(function, known));
}

// Has somebody a pointer to the function? The plugin marks all as used, which
// matters to inline assembly alone.
bool EntryLowering::isAddressTaken(const llvm::Function &function) const {
  return function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                  /*IgnoreAssumeLikeCalls=*/true,
                                  /*IngoreLLVMUsed=*/!callsPointers);
}

namespace {

// Calls what was handed to atexit or signal, which may be whatever has a name.
bool runsHandlers(llvm::StringRef function) {
  return llvm::StringSwitch<bool>(function)
      .Cases("abort", "exit", "quick_exit", "raise", true)
      .Cases("__assert_fail", "__assert_rtn", true)
      .Default(false);
}

} // namespace

// Functions that may run without being expanded, and all that they name. What
// is not of the C library may call whatever has a name.
std::set<const llvm::Function *> EntryLowering::calledElsewhere() const {
  std::set<const llvm::Function *> found = calledAsIs;
  const bool callsNames =
      callsPointers || callsStrangers ||
      llvm::any_of(calledAsIs, [&](const llvm::Function *function) {
        return !isOfLibrary(*function) || runsHandlers(function->getName());
      });
  if (leavesModule)
    for (const llvm::Function &function : module)
      if (isAddressTaken(function) ||
          (callsNames &&
           (!function.hasLocalLinkage() ||
            function.hasFnAttribute(COVERME_OPEN_USES_ATTRIBUTE))))
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

namespace {

// Is it made up as a program's __VERIFIER_nondet_ and the like, which call
// nothing?
bool isOfProgram(const InputPlan &plan, const llvm::Function &function) {
  return llvm::any_of(plan.stubs, [&](const Stub &stub) {
    return stub.linkageName == function.getName() &&
           (stub.kind == Stub::Kind::Draws || stub.kind == Stub::Kind::Ends ||
            stub.kind == Stub::Kind::Assumes);
  });
}

} // namespace

// Marks of a function that is not defined here stand at its calls alone; what
// else we call, and do not know, may call it, too.
bool EntryLowering::seesAllVisits(const Site &site) const {
  constexpr std::string_view kCall = COVERME_MARK_CALL;
  if (!site.isMark() || !site.place.starts_with(kCall))
    return true;
  const llvm::Function *callee =
      module.getFunction(site.place.substr(kCall.size()));
  if (callee != nullptr && !callee->isDeclaration())
    return true; // they stand in it
  const bool isKnown = callee != nullptr && !isOfLibrary(*callee);
  return !callsPointers && !callsStrangers &&
         llvm::all_of(calledAsIs, [&](const llvm::Function *function) {
           return function == callee || isOfProgram(plan, *function) ||
                  (isKnown && isOfLibrary(*function));
         });
}

// Does what is proved about a call of the entry hold for all of them, those
// that it leads to included? It does where nothing is known of its caller. What
// a program draws or assumes is not known of any call.
bool EntryLowering::isAboutAnyCall() const {
  return !plan.isMain && !plan.isDistinct && plan.assumptions.empty() &&
         !plan.boundsInputs() && !plan.boundsObjects();
}

// A function that something else may call has visits that we do not see. Of the
// entry's, the first one that takes a branch is in a call in which none did
// before, and a proof about any call denies that one.
std::vector<uint32_t> EntryLowering::reportedSites() {
  const std::set<const llvm::Function *> elsewhere = calledElsewhere();
  std::vector<uint32_t> sites;
  for (const llvm::Function *function : expanded) {
    const llvm::MDNode *node = function->getMetadata(COVERME_FUNCTION_METADATA);
    if (!node)
      continue;
    const uint64_t index = firstFunction + indexOf(node);
    if (elsewhere.contains(function) && (index != entry || !isAboutAnyCall())) {
      calledBeyondBounds |= index == entry;
      continue;
    }
    const Function &tables = program.functions[index];
    for (uint32_t i = 0; i < tables.siteCount; ++i)
      if (seesAllVisits(program.sites[tables.firstSite + i]))
        sites.push_back(tables.firstSite + i);
  }
  std::sort(sites.begin(), sites.end());
  return sites;
}

} // namespace coverme
