// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that constructors of the code have allocated: coverme/start_blocks.h.
#ifndef COVERME_RUNTIME_INTERPOSERS_STARTBLOCKS_H
#define COVERME_RUNTIME_INTERPOSERS_STARTBLOCKS_H

#include "Next.h"

namespace coverme {

// The start block that begins here, for the running call; null: none.
coverme_region *startBlockAt(const void *memory);

// Whether the running call gives back a start block. If it has done so before,
// it ends as libc has it.
bool giveBackStartBlock(const void *memory);

// Outside of calls, what the code has and has no more.
void addStartBlock(void *memory);
void removeStartBlock(void *memory);

} // namespace coverme

#endif
