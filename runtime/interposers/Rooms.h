// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of a harness lie between guard pages. The code may give those
// back that are to be from the heap.
#ifndef COVERME_RUNTIME_INTERPOSERS_ROOMS_H
#define COVERME_RUNTIME_INTERPOSERS_ROOMS_H

#include "Next.h"

namespace coverme {

// The room of the object that begins here; null: none.
coverme_room *roomOf(const void *memory);

// Returns whether `memory` is that of an object, which is then given back. If
// the code may not give it back, the session records that, and the call goes
// on, or ends.
bool giveBackRoom(const void *memory);

} // namespace coverme

#endif
