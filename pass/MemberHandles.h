// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what code uses a `void *` in a struct as.
#ifndef COVERME_PASS_MEMBERHANDLES_H
#define COVERME_PASS_MEMBERHANDLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <utility>

namespace coverme::pass {

/// Looks at a module of C that is not optimised yet and has debug information.
class MemberHandles {
public:
  explicit MemberHandles(const llvm::Module &module);

  /// The struct that all code of the module uses the object behind this pointer
  /// as: by members that it takes there, and by variables that it copies the
  /// pointer to. Null if there is none, or several.
  const llvm::DICompositeType *find(const llvm::DICompositeType &record,
                                    uint64_t byteOffset) const;

  /// The struct of the source that a type of IR is; null where several have its
  /// name.
  const llvm::DICompositeType *structNamed(const llvm::Type *type) const;

private:
  using Place = std::pair<const llvm::DICompositeType *, uint64_t>;

  void visitFunction(const llvm::Function &function);
  void add(const Place &place, const llvm::DICompositeType *pointee);

  const llvm::DataLayout &layout;
  /// By name; null where several structs have it.
  llvm::StringMap<const llvm::DICompositeType *> structs;
  /// By pointer; null where code uses it as several.
  llvm::DenseMap<Place, const llvm::DICompositeType *> pointees;
};

} // namespace coverme::pass

#endif
