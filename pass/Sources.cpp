// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sources.h"

#include "coverme/sources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coverme::pass {

/// llvm.used and its like name what has no code any more; aliases have to name
/// what has.
static void removeCode(Module &module) {
  for (GlobalVariable &variable : make_early_inc_range(module.globals()))
    if (variable.hasAppendingLinkage())
      variable.eraseFromParent();
  const auto remove = [](GlobalValue &indirect) {
    indirect.replaceAllUsesWith(PoisonValue::get(indirect.getType()));
    indirect.eraseFromParent();
  };
  for (GlobalAlias &alias : make_early_inc_range(module.aliases()))
    remove(alias);
  for (GlobalIFunc &ifunc : make_early_inc_range(module.ifuncs()))
    remove(ifunc);
  for (Function &function : module) {
    function.deleteBody();
    function.setComdat(nullptr);
  }
}

void writeModule(Module &module, StringRef file, StringRef source) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(COVERME_SOURCE_ATTRIBUTE, source);
  for (GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration())
      variable.addAttribute(COVERME_SOURCE_ATTRIBUTE, source);
  std::error_code error;
  raw_fd_ostream stream(file, error, sys::fs::OF_None);
  if (!error) {
    WriteBitcodeToFile(module, stream);
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (error)
    module.getContext().emitError("cannot write '" + file +
                                  "': " + error.message());
  removeCode(module);
}

uint32_t sourceOf(const GlobalObject &definition) {
  Attribute source;
  if (const auto *function = dyn_cast<Function>(&definition))
    source = function->getFnAttribute(COVERME_SOURCE_ATTRIBUTE);
  else if (const auto *variable = dyn_cast<GlobalVariable>(&definition))
    source = variable->getAttribute(COVERME_SOURCE_ATTRIBUTE);
  uint32_t number = 0;
  if (source.isStringAttribute())
    source.getValueAsString().getAsInteger(10, number);
  return number;
}

} // namespace coverme::pass
