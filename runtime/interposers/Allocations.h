// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the allocations that a call makes one may fail, as where memory is short.
#ifndef COVERME_RUNTIME_INTERPOSERS_ALLOCATIONS_H
#define COVERME_RUNTIME_INTERPOSERS_ALLOCATIONS_H

namespace coverme {

// Counts an allocation that the code asks for. Whether that is the one to get
// nothing; errno says so then.
bool isToFail();

} // namespace coverme

#endif
