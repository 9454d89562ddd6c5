// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Literals.h"

#include "coverme/texts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace coverme::pass {
namespace {

constexpr size_t kLongest = COVERME_TEXT_SIZE - 1, kMostInTables = 64;

bool readsText(StringRef name) {
  return name.starts_with("_ZNSt7__cxx1112basic_string") ||
         name.starts_with("_ZNKSt7__cxx1112basic_string") ||
         StringSwitch<bool>(name)
             .Cases("strcmp", "strncmp", "strcasecmp", "strncasecmp", true)
             .Cases("memcmp", "bcmp", "strcoll", "memmem", true)
             .Cases("strstr", "strcasestr", "strtok", "strtok_r", "strsep",
                    true)
             .Cases("sscanf", "__isoc99_sscanf", "__isoc23_sscanf", true)
             .Default(false);
}

class LiteralCollector {
public:
  void visit(const Instruction &instruction) {
    for (const Use &use : instruction.operands())
      if (use->getType()->isPointerTy() && !isPassedOn(instruction, use))
        if (const auto *global =
                dyn_cast<GlobalVariable>(getUnderlyingObject(use.get())))
          visit(*global);
  }

  std::vector<StringRef> take() { return found.takeVector(); }

private:
  static bool isPassedOn(const Instruction &instruction, const Use &use) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || !call->isArgOperand(&use))
      return false;
    const Function *callee = call->getCalledFunction();
    return callee && callee->isDeclaration() && !callee->isIntrinsic() &&
           !readsText(callee->getName());
  }

  void visit(const GlobalVariable &global) {
    if (global.isConstant() && global.hasInitializer() &&
        visited.insert(&global).second)
      visit(*global.getInitializer());
  }

  void visit(const Constant &value) {
    if (const auto *data = dyn_cast<ConstantDataSequential>(&value)) {
      if (data->isCString())
        add(data->getAsCString());
    } else if (const auto *global = dyn_cast<GlobalVariable>(&value)) {
      visit(*global);
    } else if (isa<ConstantAggregate, ConstantExpr>(value)) {
      for (const Use &part : value.operands())
        if (found.size() < kMostInTables)
          visit(*cast<Constant>(part));
    }
  }

  void add(StringRef text) {
    if (!text.empty() && text.size() <= kLongest)
      found.insert(text);
  }

  SmallPtrSet<const GlobalVariable *, 8> visited;
  SetVector<StringRef, std::vector<StringRef>> found;
};

} // namespace

std::vector<StringRef> collectLiterals(const Function &function) {
  LiteralCollector collector;
  for (const Instruction &instruction : instructions(function))
    collector.visit(instruction);
  return collector.take();
}

} // namespace coverme::pass
