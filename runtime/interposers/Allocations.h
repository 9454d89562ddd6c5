// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets one of the allocations that a call makes fail, as where memory is short.
#ifndef COVERME_RUNTIME_INTERPOSERS_ALLOCATIONS_H
#define COVERME_RUNTIME_INTERPOSERS_ALLOCATIONS_H

namespace coverme {

// Counts an allocation that the code asks for. Returns whether it has to fail;
// errno is set then.
bool isToFail();

} // namespace coverme

#endif
