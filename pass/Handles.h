// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What functions take a `void *` for.
#ifndef COVERME_PASS_HANDLES_H
#define COVERME_PASS_HANDLES_H

#include "ParameterHomes.h"
#include "Types.h"

#include <optional>

namespace coverme::pass {

/// The type, in `types`, that unoptimised code has what a parameter points to
/// for: by the variables that it copies the pointer to, and by what it reads
/// and writes there itself. None where these disagree, or where no object of
/// the type can be made.
std::optional<uint32_t> findHandledType(const llvm::Function &function,
                                        const ParameterHome &home,
                                        TypeList &types);

} // namespace coverme::pass

#endif
