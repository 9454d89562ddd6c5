// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what functions do with the memory that their parameters point to: how
// much of it there has to be, and what of it is an input.
#ifndef COVERME_PASS_POINTEES_H
#define COVERME_PASS_POINTEES_H

#include "coverme/abi.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace coverme::pass {

/// As in coverme_parameter.
struct PointeeFacts {
  uint32_t reach = 0;
  uint32_t flags = COVERME_PARAMETER_ReadsAny; // coverme_parameter_flag
  std::vector<coverme_range> reads;            // disjoint and in order
  // The only type of number or pointer that is loaded and stored there; null
  // if there are several or none.
  llvm::Type *elementType = nullptr;
};

/// For each function that has pointers among its arguments or small structs by
/// value, what it and all that it calls in the module do, one for each
/// argument; of a struct, for its first one. For look-up only.
using PointeeMap =
    llvm::DenseMap<const llvm::Function *, std::vector<PointeeFacts>>;

/// A byte is read if a load, or somebody whom the address escapes to, may get
/// at it, and no store to it dominates that. Errs towards more reads, but takes
/// functions of libm at their word, and parameters for distinct objects.
PointeeMap findPointees(llvm::Module &module);

} // namespace coverme::pass

#endif
