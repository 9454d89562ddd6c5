// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constants of the code: the driver's search starts from them.
#ifndef COVERME_PASS_CONSTANTS_H
#define COVERME_PASS_CONSTANTS_H

#include "coverme/abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

#include <optional>
#include <vector>

namespace coverme::pass {

/// `value` as a table entry; nothing for other types than float, double and
/// integers of 8 to 64 bits.
std::optional<coverme_constant> encodeConstant(const llvm::Constant *value);

/// The constants in the instructions of `function`, and the elements of small
/// constant arrays that it refers to, in the order of their first appearance,
/// each once. What is no number of the source is left out: offsets of fields
/// and elements, alloca sizes, the lengths and flags of intrinsics.
std::vector<coverme_constant> collectConstants(const llvm::Function &function);

} // namespace coverme::pass

#endif
