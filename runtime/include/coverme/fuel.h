/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Fuel: the loop iterations and recursive calls that a call may still take. */
#ifndef COVERME_FUEL_H
#define COVERME_FUEL_H

#include <stdint.h>

/* const uint64_t *(void), of the runtime: the place of the loop iterations that
 * the running call has left. */
#define COVERME_FUEL_LEFT "coverme_fuel_left"

/* The most fuel of a call. Code that has more left is not in a watched call,
 * and runs small loops without checks. */
#define COVERME_MOST_FUEL (~UINT64_C(0) >> 1)

/* An environment variable: with 0, the pass adds no copies of loops without
 * checks. */
#define COVERME_PLAIN_LOOPS_VARIABLE "COVERME_PLAIN_LOOPS"

#endif
