// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares what instrumented code needs from the runtime.
#ifndef COVERME_PASS_RUNTIMEHOOKS_H
#define COVERME_PASS_RUNTIMEHOOKS_H

#include "coverme/abi.h"

#include "llvm/IR/Module.h"

namespace coverme::pass {

/// The declarations of abi.def and runtime.h, each made at its first use.
///
/// All are hidden: the runtime is an archive that is linked into the same
/// object, so a call needs no PLT and __coverme_fuel no GOT, and an object
/// without its runtime does not link at all.
class RuntimeHooks {
public:
  explicit RuntimeHooks(llvm::Module &target) : module(target) {}

  llvm::FunctionCallee pen(coverme_operand_kind kind);
  llvm::FunctionCallee outOfFuel();
  llvm::FunctionCallee unreachable();
  llvm::FunctionCallee outside();
  llvm::Constant *fuel();
  /// The symbol that only the runtime of this ABI version defines.
  llvm::Constant *abiVersion();

private:
  llvm::FunctionCallee hook(llvm::StringRef name, llvm::FunctionType *type);
  llvm::Constant *variable(llvm::StringRef name, llvm::Type *type,
                           bool isConstant);
  void reportClash(llvm::StringRef name);

  llvm::Module &module;
};

} // namespace coverme::pass

#endif
