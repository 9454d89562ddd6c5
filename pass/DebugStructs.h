// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What debug information says of structs of C, and of pointers to them.
#ifndef COVERME_PASS_DEBUGSTRUCTS_H
#define COVERME_PASS_DEBUGSTRUCTS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"

namespace coverme::pass {

/// Is all code of the module, as far as debug information tells, C?
bool isOfC(const llvm::Module &module);

/// The struct that the type is, with all its members; null for other types.
const llvm::DICompositeType *structOf(const llvm::DIType *type);

/// The struct that a pointer of this type leads to; null for other types.
const llvm::DICompositeType *structBehind(const llvm::DIType *type);

/// Is `record` the other struct, or is its first member one that begins with
/// that? False where structs are within each other a hundred times, as foreign
/// IR may say.
bool beginsWith(const llvm::DICompositeType &record,
                const llvm::DICompositeType &beginning);

/// What the function that is called returns, as it is declared, and the type of
/// an argument; null: nobody knows, or it is void.
const llvm::DIType *resultType(const llvm::CallBase &call);
const llvm::DIType *parameterType(const llvm::CallBase &call,
                                  unsigned argument);

} // namespace coverme::pass

#endif
