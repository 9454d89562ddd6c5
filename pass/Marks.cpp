// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Marks.h"

#include "Edges.h"
#include "coverme/marks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <optional>
#include <vector>

using namespace llvm;

namespace coverme::pass {
namespace {

struct MarkPlace {
  enum class Kind { Line, Call, Assert };
  Kind kind = Kind::Assert;
  StringRef text; // the whole
  StringRef name; // of the file, or of the function
  unsigned line = 0;
};

/// Where a mark is to stand.
struct Spot {
  Instruction *before;
  DebugLoc location;
  StringRef place;
};

std::optional<MarkPlace> parsePlace(StringRef text) {
  MarkPlace place;
  place.text = text;
  StringRef rest = text;
  if (rest.consume_front(COVERME_MARK_LINE)) {
    place.kind = MarkPlace::Kind::Line;
    StringRef line;
    std::tie(place.name, line) = rest.rsplit(':');
    if (place.name.empty() || line.getAsInteger(10, place.line) ||
        place.line == 0)
      return std::nullopt;
    return place;
  }
  if (rest.consume_front(COVERME_MARK_CALL)) {
    place.kind = MarkPlace::Kind::Call;
    place.name = rest;
    return rest.empty() ? std::nullopt : std::optional(place);
  }
  return rest == COVERME_MARK_ASSERT ? std::optional(place) : std::nullopt;
}

/// What glibc and musl, macOS, newlib, and older ones call a failed assertion.
bool isAssertionFailure(const Function &callee) {
  constexpr StringLiteral kNames[] = {"__assert_fail", "__assert_perror_fail",
                                      "__assert_rtn", "__assert_func",
                                      "__assert"};
  return is_contained(kNames, callee.getName());
}

/// "ns::f" of what is mangled so; else empty.
std::string nameWithoutParameters(StringRef name) {
  ItaniumPartialDemangler demangler;
  const std::string mangled = name.str();
  if (!name.starts_with("_Z") || demangler.partialDemangle(mangled.c_str()) ||
      !demangler.isFunction())
    return "";
  size_t size = 0;
  char *text = demangler.getFunctionName(nullptr, &size);
  std::string result = text ? text : "";
  std::free(text);
  return result;
}

bool isCalled(const GlobalValue &function, StringRef name) {
  const StringRef linkageName =
      GlobalValue::dropLLVMManglingEscape(function.getName());
  return linkageName == name || nameWithoutParameters(linkageName) == name;
}

SmallString<128> withoutDots(StringRef path) {
  SmallString<128> plain = path;
  sys::path::remove_dots(plain);
  return plain;
}

bool isInFile(const DILocation &location, StringRef file) {
  const SmallString<128> wanted = withoutDots(file);
  SmallString<128> whole = location.getDirectory();
  sys::path::append(whole, location.getFilename());
  // An absolute name does not stay behind a directory.
  if (sys::path::is_absolute(location.getFilename()))
    whole = location.getFilename();
  whole = withoutDots(whole);
  return whole == wanted || withoutDots(location.getFilename()) == wanted ||
         StringRef(whole).ends_with(("/" + StringRef(wanted)).str());
}

bool isStaticAlloca(const Instruction &inst) {
  auto *variable = dyn_cast<AllocaInst>(&inst);
  return variable && variable->isStaticAlloca();
}

/// The first instruction of `block` on the line, or null.
Instruction *firstOn(BasicBlock &block, const MarkPlace &place) {
  for (Instruction &inst : block) {
    const DebugLoc &location = inst.getDebugLoc();
    if (location && location.getLine() == place.line &&
        !isa<PHINode, DbgInfoIntrinsic>(inst) && !inst.isLifetimeStartOrEnd() &&
        !isStaticAlloca(inst) && isInFile(*location, place.name))
      return &inst;
  }
  return nullptr;
}

/// Where a mark ahead of `inst` can stand; null if nowhere in its block.
Instruction *insertionPoint(Instruction &inst) {
  BasicBlock &block = *inst.getParent();
  if (inst.isEHPad()) {
    const auto next = block.getFirstInsertionPt();
    return next == block.end() ? nullptr : &*next;
  }
  // Nothing may part it from its return.
  CallInst *last = block.getTerminatingMustTailCall();
  return last && last->comesBefore(&inst) ? last : &inst;
}

void findLine(Function &function, const MarkPlace &place,
              std::vector<Spot> &spots) {
  DominatorTree tree(function);
  std::vector<Instruction *> found;
  SmallPtrSet<const BasicBlock *, 8> blocks;
  for (BasicBlock &block : function)
    if (tree.isReachableFromEntry(&block))
      if (Instruction *inst = firstOn(block, place)) {
        found.push_back(inst);
        blocks.insert(&block);
      }
  const auto isPassed = [&](const BasicBlock *block) {
    const DomTreeNode *node = tree.getNode(block)->getIDom();
    while (node && !blocks.contains(node->getBlock()))
      node = node->getIDom();
    return node != nullptr;
  };
  for (Instruction *inst : found)
    if (!isPassed(inst->getParent()))
      if (Instruction *before = insertionPoint(*inst))
        spots.push_back({before, inst->getDebugLoc(), place.text});
}

void findEntry(Function &function, const MarkPlace &place,
               std::vector<Spot> &spots) {
  BasicBlock &block = function.getEntryBlock();
  auto before = block.getFirstInsertionPt();
  while (isStaticAlloca(*before) || isa<DbgInfoIntrinsic>(*before))
    ++before;
  DebugLoc location;
  if (DISubprogram *source = function.getSubprogram())
    location =
        DILocation::get(function.getContext(), source->getLine(), 0, source);
  spots.push_back({&*before, location, place.text});
}

template <class IsWanted>
void findCalls(Function &function, const MarkPlace &place,
               const IsWanted &isWanted, std::vector<Spot> &spots) {
  for (Instruction &inst : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&inst); call && isWanted(*call))
      spots.push_back({call, call->getDebugLoc(), place.text});
}

/// Does each call of the place's function come by a mark at its entry?
bool isDefinedIn(ArrayRef<Function *> functions, const MarkPlace &place) {
  return place.kind == MarkPlace::Kind::Call &&
         any_of(functions, [&](const Function *function) {
           return isCalled(*function, place.name) &&
                  !function->isInterposable();
         });
}

/// Adds the place's spots in `function`, in its order.
void findSpots(Function &function, const MarkPlace &place, bool isDefined,
               std::vector<Spot> &spots) {
  switch (place.kind) {
  case MarkPlace::Kind::Line:
    findLine(function, place, spots);
    break;
  case MarkPlace::Kind::Call:
    if (isCalled(function, place.name))
      findEntry(function, place, spots);
    if (!isDefined)
      findCalls(
          function, place,
          [&](const CallBase &call) {
            auto *named = dyn_cast<GlobalValue>(
                call.getCalledOperand()->stripPointerCasts());
            const Function *callee = calledFunction(call);
            return (named && isCalled(*named, place.name)) ||
                   (callee && isCalled(*callee, place.name));
          },
          spots);
    break;
  case MarkPlace::Kind::Assert:
    findCalls(
        function, place,
        [](const CallBase &call) {
          const Function *callee = calledFunction(call);
          return callee && isAssertionFailure(*callee);
        },
        spots);
    break;
  }
}

/// Variables stay where they are made once.
void hoistAllocas(Instruction &before) {
  BasicBlock &block = *before.getParent();
  if (!block.isEntryBlock())
    return;
  for (Instruction &inst :
       make_early_inc_range(make_range(before.getIterator(), block.end())))
    if (isStaticAlloca(inst))
      inst.moveBefore(block, before.getIterator());
}

BasicBlock *createNever(Function &function) {
  LLVMContext &context = function.getContext();
  BasicBlock *never = BasicBlock::Create(context, "mark.never", &function);
  new UnreachableInst(context, never);
  return never;
}

Instruction *insertMark(const Spot &spot, BasicBlock *never) {
  hoistAllocas(*spot.before);
  BasicBlock *head = spot.before->getParent();
  BasicBlock *next =
      head->splitBasicBlock(spot.before->getIterator(), "mark.next");
  Instruction *jump = head->getTerminator();
  auto *mark =
      BranchInst::Create(next, never, ConstantInt::getTrue(head->getContext()),
                         jump->getIterator());
  mark->setDebugLoc(spot.location);
  jump->eraseFromParent();
  return mark;
}

} // namespace

Marks insertMarks(Module &module, ArrayRef<Function *> functions,
                  StringRef places) {
  SmallVector<StringRef> texts;
  places.split(texts, COVERME_MARKS_SEPARATOR, /*MaxSplit=*/-1,
               /*KeepEmpty=*/false);
  Marks marks;
  std::vector<MarkPlace> wanted;
  for (StringRef text : texts) {
    if (text == COVERME_MARK_BOUNDARY)
      continue; // Boundaries.h
    std::optional<MarkPlace> place = parsePlace(text);
    if (place)
      wanted.push_back(*place);
    else
      module.getContext().emitError(Twine(COVERME_MARKS_VARIABLE) +
                                    " names no place with '" + text + "'");
  }
  for (Function *function : functions) {
    // All of them first: a mark is on a line, too.
    std::vector<Spot> spots;
    for (const MarkPlace &place : wanted)
      findSpots(*function, place, isDefinedIn(functions, place), spots);
    BasicBlock *never = spots.empty() ? nullptr : createNever(*function);
    for (const Spot &spot : spots)
      marks[insertMark(spot, never)] = spot.place.str();
  }
  return marks;
}

} // namespace coverme::pass
