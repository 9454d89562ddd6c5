/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the interposers, which stand between the code and libc, tell of the
 * allocations of a call. */
#ifndef COVERME_ALLOCATIONS_H
#define COVERME_ALLOCATIONS_H

/* An unsigned long of the interposers: how many allocations the last call that
 * made some has made. */
#define COVERME_ALLOCATIONS "__coverme_allocations"

/* void(unsigned long), for harnesses: counts allocations from here on, and lets
 * the one of this number fail, from 1 on; 0: none fails. */
#define COVERME_COUNT_ALLOCATIONS "__coverme_count_allocations"

#endif
