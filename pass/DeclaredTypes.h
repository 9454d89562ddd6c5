// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of variables that a file only declares, which debug information
// does not have by itself (DeclaredVariables.h).
#ifndef COVERME_PASS_DECLAREDTYPES_H
#define COVERME_PASS_DECLAREDTYPES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace coverme::pass {

/// For look-up only.
using DeclaredTypes =
    llvm::DenseMap<const llvm::GlobalVariable *, const llvm::DIType *>;

/// Reads the types out of the functions that the frontend's plugin has made,
/// and removes these from `module`. Without the plugin, or without debug
/// information, there are none.
DeclaredTypes takeDeclaredTypes(llvm::Module &module);

} // namespace coverme::pass

#endif
