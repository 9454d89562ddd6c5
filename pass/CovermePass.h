// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instruments a module with branch-distance hooks (Fu & Su, PLDI'17).
#ifndef COVERME_PASS_COVERMEPASS_H
#define COVERME_PASS_COVERMEPASS_H

#include "llvm/IR/PassManager.h"

namespace coverme::pass {

/// Every function with a body becomes observable: its sites call the hooks of
/// coverme/runtime.h, its loops burn fuel, a trampoline calls it, and tables
/// describe it (coverme/abi.h). What it computes does not change.
///
/// Option, by environment since clang 19 hands none to a -fpass-plugin:
/// COVERME_STRIP_DEBUG=1 drops the debug info once the tables are made, so
/// that the back end writes no DWARF.
class CovermePass : public llvm::PassInfoMixin<CovermePass> {
public:
  /// `isOptimised`: what comes out is, so that copies of loops are of use.
  explicit CovermePass(bool isOptimised) : isOptimised(isOptimised) {}
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // optnone functions too

private:
  bool isOptimised;
};

} // namespace coverme::pass

#endif
