/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What constructors of the code under test allocate, start blocks, is part of
 * what each call finds as a new process has it: the driver puts back what was
 * in them, and no call gives them back for good. */
#ifndef COVERME_START_BLOCKS_H
#define COVERME_START_BLOCKS_H

#include "coverme/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COVERME_OF_DRIVER __attribute__((weak, visibility("default")))

/* Of the driver, for interposers: the constructors of an object begin; they
 * have allocated a block, or given one back. Weak: others load objects, too. */
COVERME_OF_DRIVER void coverme_begin_start_blocks(void);
COVERME_OF_DRIVER void coverme_add_start_block(void *block);
COVERME_OF_DRIVER void coverme_remove_start_block(void *block);

/* Of interposers, for the driver: notes that the running call gives back a
 * start block. Returns 0 if `memory` is none, or no call is running. */
int coverme_give_back_start_block(const void *memory);

/* Of interposers, for the driver's operators new and delete, which are also
 * those of the code and of the C++ library: 0 if the running call may not
 * have so much at once; and so many bytes more, or less, are the call's. */
int coverme_may_take(uint64_t bytes);
void coverme_count_memory(int64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
