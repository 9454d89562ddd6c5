// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug-info types as C source text.
#ifndef COVERME_PASS_TYPENAMES_H
#define COVERME_PASS_TYPENAMES_H

#include "llvm/IR/DebugInfoMetadata.h"

#include <string>

namespace coverme::pass {

/// The type as it is written in C without a name to declare: `const int *`,
/// `enum colour`, `double (*)(double)`. Typedef names are kept; null is void.
std::string typeName(const llvm::DIType *type);

} // namespace coverme::pass

#endif
