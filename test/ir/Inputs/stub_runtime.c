// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runtime that prints what it is called with, for tests that link and run.
#include "coverme/runtime.h"

#include <stdio.h>
#include <stdlib.h>

const uint32_t COVERME_ABI_SYMBOL = COVERME_ABI_VERSION;
uint64_t __coverme_fuel = 1000;

void __coverme_out_of_fuel(void) {
  puts("out of fuel");
  exit(0);
}

void __coverme_unreachable(void) { exit(0); }
void __coverme_outside(void) { exit(0); }

extern uint8_t __start_coverme_states[];

#define PRINT(Suffix, CType, Format, Cast)                                     \
  void __coverme_pen_##Suffix(uint8_t *state, uint32_t op, CType a, CType b) { \
    printf("site %d op %u: " Format " " Format "\n",                           \
           (int)(state - __start_coverme_states), op, (Cast)a, (Cast)b);       \
  }

PRINT(f32, float, "%g", double)
PRINT(f64, double, "%g", double)
PRINT(f80, long double, "%Lg", long double)
PRINT(s64, int64_t, "%lld", long long)
PRINT(u64, uint64_t, "%llu", unsigned long long)
PRINT(ptr, const void *, "%p", const void *)
PRINT(bit, uint32_t, "%u", unsigned)
