/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the driver says of the heap to the interposers, which stand between the
 * code and libc. */
#ifndef COVERME_HEAP_H
#define COVERME_HEAP_H

/* An int of the interposers: does all code that may free what the code under
 * test allocates call them? */
#define COVERME_GUARDS_HEAP "__coverme_guards_heap"

/* So many blocks of a call are known that have not been given back. */
#define COVERME_MOST_BLOCKS 128

/* unsigned long(const void *), for harnesses: how many bytes a block that the
 * call has allocated has from there on; 0 where it is in none that is known. */
#define COVERME_BLOCK_LEFT_FUNCTION "__coverme_block_left"

/* Special values of coverme_session::givenBack. This one: a call that gives
 * back a room which is not from the heap ends. */
#define COVERME_GIVES_NOTHING_BACK UINT64_MAX

/* Such a call goes on, and does not count. */
#define COVERME_REFUSES_TO_GIVE_BACK (UINT64_MAX - 1)

/* A call has ended because of the first of these. */
#define COVERME_HAS_NOT_GIVEN_BACK (UINT64_MAX - 2)

#endif
