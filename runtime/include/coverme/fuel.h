/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COVERME_FUEL_H
#define COVERME_FUEL_H

#include <stdint.h>

/* const uint64_t *(void), of the runtime: where the loop iterations are that
 * the running call has left. */
#define COVERME_FUEL_LEFT "coverme_fuel_left"

/* Nobody watches code that has more left than this: small loops are run without
 * checks. A call has no more. */
#define COVERME_MOST_FUEL (~UINT64_C(0) >> 1)

/* A variable of the environment: 0 has the pass add no such loops. */
#define COVERME_PLAIN_LOOPS_VARIABLE "COVERME_PLAIN_LOOPS"

#endif
