// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration only: `clang -fpass-plugin=CovermePass.so` and
// `opt -load-pass-plugin=CovermePass.so -passes=coverme`.
#include "CovermePass.h"
#include "Extents.h"
#include "HostVersion.h"
#include "coverme/LLVMVersion.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

// When we are loaded: that much works in any LLVM.
static const bool isOfOwnLlvm = (coverme::pass::requireOwnLlvm(), true);

static void registerCallbacks(PassBuilder &builder) {
  // The start of the pipeline, so that every source decision is still there;
  // this extension point is run at -O0 as well.
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes,
                                             OptimizationLevel level) {
    passes.addPass(coverme::pass::CovermePass(level != OptimizationLevel::O0));
  });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "coverme")
          passes.addPass(coverme::pass::CovermePass(/*isOptimised=*/false));
        else if (name == "print<coverme-extents>")
          passes.addPass(coverme::pass::DeclaredExtentsPrinter());
        else
          return false;
        return true;
      });
}

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "coverme", "1", registerCallbacks};
}
