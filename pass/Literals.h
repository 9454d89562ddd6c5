// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The string literals that texts are compared with: the driver tries them.
#ifndef COVERME_PASS_LITERALS_H
#define COVERME_PASS_LITERALS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <vector>

namespace coverme::pass {

/// The string literals of `function` and of the constant tables that it refers
/// to, in the order of their first appearance, each once. What it only passes
/// on to functions of other modules counts where they compare or take apart
/// text: the rest are messages and names of files. Of tables, the first 64; the
/// empty text and those of more than 63 characters are left out.
std::vector<llvm::StringRef> collectLiterals(const llvm::Function &function);

} // namespace coverme::pass

#endif
