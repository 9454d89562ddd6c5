// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many elements array parameters were declared with. Neither IR nor debug
// info has it, so the frontend plugin writes it into an annotation of the
// function: "coverme.extents:0=3,2=$1" for f(double a[3], int n, double b[n]).
#ifndef COVERME_PASS_EXTENTS_H
#define COVERME_PASS_EXTENTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <vector>

namespace coverme::pass {

/// Elements are of the type that the parameter points to: `double a[3][4]`
/// has 3, of four doubles each.
struct DeclaredExtent {
  unsigned parameter; ///< its place in the source, which IR may number anew
  uint32_t elements;  ///< 0 where a parameter tells the number
  int countParameter; ///< the one that does, or -1
};

/// For look-up only; the extents of a function are in the parameters' order.
using DeclaredExtents =
    llvm::DenseMap<const llvm::Function *, std::vector<DeclaredExtent>>;

/// Reads the frontend plugin's annotations and removes them from `module`,
/// with all that only they need; those of others stay. Without the plugin there
/// are none.
DeclaredExtents takeDeclaredExtents(llvm::Module &module);

/// `opt -passes='print<coverme-extents>'`: what is read, for the tests.
class DeclaredExtentsPrinter
    : public llvm::PassInfoMixin<DeclaredExtentsPrinter> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &);
};

} // namespace coverme::pass

#endif
