// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of a harness lie between guard pages. The code may give those
// back that are to be from the heap.
#ifndef COVERME_RUNTIME_INTERPOSERS_ROOMS_H
#define COVERME_RUNTIME_INTERPOSERS_ROOMS_H

#include "Next.h"

namespace coverme {

// The object whose memory this is; null: none.
coverme_room *roomOf(const void *memory);

// Whether it is the memory of an object, which is given back then. Where that
// is not the code's to give, the session says so and the call goes on, or ends.
bool giveBackRoom(const void *memory);

} // namespace coverme

#endif
