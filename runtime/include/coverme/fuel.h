/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COVERME_FUEL_H
#define COVERME_FUEL_H

/* const uint64_t *(void), of the runtime: where the loop iterations are that
 * the running call has left. */
#define COVERME_FUEL_LEFT "coverme_fuel_left"

#endif
