// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds which other structs the code of C takes objects of a struct for, as
// where a number at the beginning tells which struct it is.
#ifndef COVERME_PASS_STRUCTCASTS_H
#define COVERME_PASS_STRUCTCASTS_H

#include "MemberHandles.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace coverme::pass {

/// Looks at a module of C that is not optimised yet and has debug information.
class StructCasts {
public:
  StructCasts(const llvm::Module &module, const MemberHandles &handles);

  /// The structs that pointers to `record` are converted to, in the order of
  /// the code; each begins with `record`, or has a member of it in the same
  /// place. None where the code has arrays of `record`, whose elements are of
  /// one size.
  llvm::ArrayRef<const llvm::DICompositeType *>
  of(const llvm::DICompositeType &record) const;

private:
  /// Types of the source that values of one function have, as far as they are
  /// known: null is anything.
  class FunctionTypes;

  void visitFunction(const llvm::Function &function);
  void visitUses(const llvm::Instruction &pointer,
                 const llvm::DICompositeType &record,
                 const FunctionTypes &types);
  void add(const llvm::DICompositeType &record,
           const llvm::DICompositeType *other);

  const MemberHandles &handles;
  llvm::DenseMap<const llvm::DICompositeType *,
                 llvm::SmallSetVector<const llvm::DICompositeType *, 4>>
      casts;
  llvm::DenseSet<const llvm::DICompositeType *> ofArrays;
};

} // namespace coverme::pass

#endif
