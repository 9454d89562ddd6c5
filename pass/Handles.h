// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what functions use a pointer as that is declared to lead to something
// else: a `void *`, or a pointer to what a larger struct begins with.
#ifndef COVERME_PASS_HANDLES_H
#define COVERME_PASS_HANDLES_H

#include "ParameterHomes.h"
#include "Types.h"

#include <optional>

namespace coverme::pass {

/// The type, in `types`, that unoptimised code uses the object behind a `void
/// *` as: by the variables that it copies the pointer to, and by what it reads
/// and writes there itself. nullopt where these disagree, or where no object of
/// the type can be made.
std::optional<uint32_t> findHandledType(const llvm::Function &function,
                                        const ParameterHome &home,
                                        TypeList &types);

/// The same for a parameter that is declared to point to a struct: the largest
/// struct that begins with it, and with all others that the code has it for.
std::optional<uint32_t> findLargerStruct(const llvm::Function &function,
                                         const ParameterHome &home,
                                         uint32_t declared, TypeList &types);

} // namespace coverme::pass

#endif
