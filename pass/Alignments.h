// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which alignment code asks of the objects that it is given.
#ifndef COVERME_PASS_ALIGNMENTS_H
#define COVERME_PASS_ALIGNMENTS_H

#include <cstdint>

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace coverme::pass {

struct AskedAlignment {
  /// The largest that is asked of any address, in bytes: a power of two up to
  /// 64; 0: none is.
  uint32_t bytes = 0;
  /// Does a call with another address end, or have no meaning?
  bool isNeeded = false;
  /// The functions that ask by themselves or by what they call.
  llvm::SmallPtrSet<const llvm::Function *, 8> askers;
};

/// What the module's code asks, other than by the types of objects: by looking
/// at the low bits of an address (`(uintptr_t)p & 15`, `% 16`), by
/// __builtin_assume_aligned, or by access to a whole vector. An assertion and
/// the last two need it.
AskedAlignment askedAlignment(const llvm::Module &module);

} // namespace coverme::pass

#endif
