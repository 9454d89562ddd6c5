// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds what a function may leave behind: the driver restores writable memory
// between two calls only when it has to.
#ifndef COVERME_PASS_EFFECTS_H
#define COVERME_PASS_EFFECTS_H

#include "Edges.h"

#include <cstdint>
#include <vector>

namespace coverme::pass {

/// COVERME_FUNCTION_WritesGlobal, COVERME_FUNCTION_ReadsGlobal,
/// COVERME_FUNCTION_CallsUnknown, COVERME_FUNCTION_IsDefinedInPart and
/// COVERME_FUNCTION_MayMeanOther for each of `functions`, with all that they
/// call in the module.
///
/// May err on the side of an effect, never the other way: a store counts as
/// local only if its address comes from an alloca or a pointer parameter,
/// directly or through a local variable that holds nothing else. A load may
/// also come from what never changes.
std::vector<uint32_t>
findEffects(const std::vector<llvm::Function *> &functions,
            const FunctionIndex &functionIndex);

} // namespace coverme::pass

#endif
