// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InlineCopies.h"

#include "coverme/meaning.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstdlib>

using namespace llvm;

namespace coverme::pass {

void keepInlineCopies(Module &module) {
  SmallVector<GlobalValue *, 8> kept;
  collectUsedGlobalVariables(module, kept, /*CompilerUsed=*/false);
  collectUsedGlobalVariables(module, kept, /*CompilerUsed=*/true);
  SmallPtrSet<GlobalValue *, 8> named;
  if (const char *names = std::getenv(COVERME_INLINE_COPIES_VARIABLE))
    for (StringRef name : split(names, '\n'))
      if (GlobalValue *global = module.getNamedValue(name)) {
        kept.push_back(global);
        named.insert(global);
      }
  for (GlobalValue *global : kept)
    if (auto *function = dyn_cast<Function>(global))
      if (function->hasAvailableExternallyLinkage()) {
        function->setLinkage(GlobalValue::InternalLinkage);
        function->addFnAttr(COVERME_INLINE_COPY_ATTRIBUTE,
                            named.contains(global) ? COVERME_IS_NAMED_COPY
                                                   : "");
      }
}

} // namespace coverme::pass
