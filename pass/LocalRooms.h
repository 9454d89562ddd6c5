// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much memory functions of other files are passed in local variables.
#ifndef COVERME_PASS_LOCALROOMS_H
#define COVERME_PASS_LOCALROOMS_H

#include "llvm/IR/Function.h"

#include <cstdint>
#include <vector>

namespace coverme::pass {

/// For each parameter of IR, the bytes from where it points to on, in the
/// smallest array in a local variable that a call in the module passes there,
/// or in the smallest part of one that is in no array; 0 where none is passed.
/// Of arrays of bytes ahead of an integer, which says how many there are, in
/// the largest. require: `function` is a declaration
std::vector<uint64_t> localRooms(const llvm::Function &function);

} // namespace coverme::pass

#endif
