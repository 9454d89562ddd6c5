// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what code uses a pointer in a struct as that is declared to lead to
// something else: a `void *`, or a pointer to what a larger struct begins with.
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

  /// The same for a pointer of the type `declared`, which leads to a struct:
  /// the larger struct that it is the first member of, also of that one's first
  /// member. Null if there are several of which none begins with all others.
  const llvm::DICompositeType *findLarger(const llvm::DICompositeType &record,
                                          uint64_t byteOffset,
                                          const llvm::DIType &declared) const;

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
  /// By pointer; null among them is a struct that is not known.
  llvm::DenseMap<Place, llvm::SmallVector<const llvm::DICompositeType *, 1>>
      pointees;
};

} // namespace coverme::pass

#endif
