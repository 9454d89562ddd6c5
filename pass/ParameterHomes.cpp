// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ParameterHomes.h"

#include "DebugVariables.h"

#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace coverme::pass {
namespace {

class HomeFinder {
public:
  explicit HomeFinder(const Function &function) : function(function) {}

  std::vector<ParameterHome> run() {
    for (const Instruction &inst : function.getEntryBlock())
      forEachDebugVariable(
          inst, [&](const DILocalVariable &variable, const Value *address) {
            take(variable, address);
          });
    return std::move(homes);
  }

private:
  void take(const DILocalVariable &source, const Value *address) {
    if (!source.getArg() ||
        source.getScope()->getSubprogram() != function.getSubprogram() ||
        any_of(homes, [&](const ParameterHome &home) {
          return home.number == source.getArg();
        }))
      return;
    ParameterHome home;
    home.number = source.getArg();
    if (auto *argument = dyn_cast_or_null<Argument>(address)) {
      home.arguments = {argument->getArgNo()};
    } else if (auto *variable = dyn_cast_or_null<AllocaInst>(address)) {
      home.variable = variable;
      addArgumentsIn(*variable, home);
      if (home.arguments.empty())
        addArgumentsBehind(*variable, home);
    }
    if (!home.arguments.empty())
      homes.push_back(std::move(home));
  }

  /// Code of the source never stores an argument itself, but what it has loaded
  /// from the argument's variable.
  static void addArgumentsIn(const Value &address, ParameterHome &home) {
    for (const User *user : address.users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (isa<GetElementPtrInst>(user)) {
        addArgumentsIn(*user, home);
      } else if (store && store->getPointerOperand() == &address) {
        if (auto *argument = dyn_cast<Argument>(store->getValueOperand())) {
          home.arguments.push_back(argument->getArgNo());
          home.initialisers.push_back(store);
        }
      }
    }
  }

  /// By way of a variable without a name, where the arguments together are
  /// larger than the struct.
  static void addArgumentsBehind(const AllocaInst &variable,
                                 ParameterHome &home) {
    for (const User *user : variable.users()) {
      auto *copy = dyn_cast<MemCpyInst>(user);
      if (!copy || copy->getRawDest() != &variable ||
          !isa<AllocaInst>(copy->getRawSource()))
        continue;
      addArgumentsIn(*copy->getRawSource(), home);
      if (home.arguments.empty())
        continue;
      home.initialisers = {copy};
      return;
    }
  }

  const Function &function;
  std::vector<ParameterHome> homes;
};

} // namespace

bool ParameterHome::isTakenApart(const Function &function) const {
  return variable && variable->getAllocatedType()->isAggregateType() &&
         none_of(arguments, [&](unsigned argument) {
           return function.getArg(argument)->getType()->isPointerTy();
         });
}

std::vector<ParameterHome> findParameterHomes(const Function &function) {
  return HomeFinder(function).run();
}

} // namespace coverme::pass
