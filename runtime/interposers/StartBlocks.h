// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that constructors of the code have allocated: coverme/start_blocks.h.
#ifndef COVERME_RUNTIME_INTERPOSERS_STARTBLOCKS_H
#define COVERME_RUNTIME_INTERPOSERS_STARTBLOCKS_H

#include "Next.h"

namespace coverme {

// The start block that begins here, for the running call; null: none.
coverme_region *startBlockAt(const void *memory);

// Returns whether the running call gives back a start block. If it has done so
// before, it ends as in libc.
bool giveBackStartBlock(const void *memory);

// Outside of calls: a block that the code has allocated, or given back.
void addStartBlock(void *memory);
void removeStartBlock(void *memory);

} // namespace coverme

#endif
