// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeclaredTypes.h"

#include "coverme/declared.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace coverme::pass {
namespace {

/// Null: the function has no debug information.
const DIType *pointeeOfResult(const Function &function) {
  const DISubprogram *source = function.getSubprogram();
  if (!source || source->getType()->getTypeArray().size() == 0)
    return nullptr;
  const auto *pointer =
      dyn_cast_or_null<DIDerivedType>(source->getType()->getTypeArray()[0]);
  return pointer ? pointer->getBaseType() : nullptr;
}

/// Null: clang knows better what there is, as behind an alias.
const GlobalVariable *returnedVariable(const Function &function) {
  const auto *end = dyn_cast<ReturnInst>(function.back().getTerminator());
  return end ? dyn_cast<GlobalVariable>(end->getReturnValue()) : nullptr;
}

} // namespace

DeclaredTypes takeDeclaredTypes(Module &module) {
  DeclaredTypes types;
  SmallVector<Function *> made;
  for (Function &function : module) {
    // In C++ the name is a part of a mangled one.
    if (!function.hasLocalLinkage() || function.isDeclaration() ||
        !function.getName().contains(COVERME_ADDRESS_OF))
      continue;
    made.push_back(&function);
    const GlobalVariable *variable = returnedVariable(function);
    const DIType *type = pointeeOfResult(function);
    if (variable && type)
      types[variable] = type;
  }
  removeFromUsedLists(module, [&](Constant *constant) {
    return is_contained(made, constant->stripPointerCasts());
  });
  for (Function *function : made)
    function->eraseFromParent();
  return types;
}

} // namespace coverme::pass
