// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much memory functions of other files are passed in local variables.
#ifndef COVERME_PASS_LOCALROOMS_H
#define COVERME_PASS_LOCALROOMS_H

#include "llvm/IR/Function.h"

#include <cstdint>
#include <vector>

namespace coverme::pass {

/// What the local variables have that calls pass one parameter pointers to.
struct LocalRoom {
  /// From where the pointer points to on: in the smallest array, or in the
  /// smallest part of a variable that is in no array; 0 where none is passed.
  /// Of arrays of bytes ahead of an integer, which says how many there are, in
  /// the largest.
  uint64_t bytes = 0;
  /// The type of the number that is there in all of them; null for arrays, and
  /// where they differ.
  llvm::Type *number = nullptr;
};

/// One for each parameter of IR. require: `function` is a declaration
std::vector<LocalRoom> localRooms(const llvm::Function &function);

} // namespace coverme::pass

#endif
