// Ensures that instrumented code computes what it computes without the pass, bit
// for bit, whether its sites are on or off.
// RUN: %clang %runtime -c -DHOOKS %s -o %t.hooks.o
// RUN: %clang -O1 -c -DCODE %s -o %t.plain.o
// RUN: %clang -O1 -DMAIN %s %t.plain.o %t.hooks.o -lm -o %t.plain
// RUN: %cc -O0 -c -DCODE %s -o %t.0.o
// RUN: %clang -O1 -DMAIN %s %t.0.o %t.hooks.o -lm -o %t.0
// RUN: %cc -O2 -g -c -DCODE %s -o %t.2.o
// RUN: %clang -O1 -DMAIN %s %t.2.o %t.hooks.o -lm -o %t.2
// RUN: %t.plain > %t.expected
// RUN: %t.0 > %t.actual
// RUN: cmp %t.expected %t.actual
// RUN: %t.0 on > %t.actual
// RUN: cmp %t.expected %t.actual
// RUN: %t.2 > %t.actual
// RUN: cmp %t.expected %t.actual
// RUN: %t.2 on > %t.actual
// RUN: cmp %t.expected %t.actual

#ifdef CODE
#include "Inputs/mixture.h"
#endif

#ifdef HOOKS
#include "coverme/runtime.h"
const uint32_t COVERME_ABI_SYMBOL = COVERME_ABI_VERSION;
uint64_t __coverme_fuel;
void __coverme_out_of_fuel(void) {}
void __coverme_unreachable(void) {}
void __coverme_outside(void) {}
#define COVERME_PEN(Suffix, CType, IRType, Extension)                          \
  void __coverme_pen_##Suffix(uint8_t *state, uint32_t op, CType a, CType b) { \
    (void)state, (void)op, (void)a, (void)b;                                   \
  }
#include "coverme/abi.def"
#endif

#ifdef MAIN
#include <stdint.h>
#include <stdio.h>
#include <string.h>

double mixture(double x, float y, int n, int shape, int *out);
extern uint8_t __start_coverme_states[] __attribute__((weak));
extern uint8_t __stop_coverme_states[] __attribute__((weak));

static uint64_t bits(double x) {
  uint64_t result;
  memcpy(&result, &x, sizeof result);
  return result;
}

int main(int argc, char **argv) {
  (void)argv;
  for (uint8_t *state = __start_coverme_states; state < __stop_coverme_states;
       ++state)
    *state = argc > 1;
  const double kValues[] = {0.0,
                            -0.0,
                            1e-310,
                            0.5,
                            1.0,
                            -3.25,
                            7.25,
                            1e300,
                            __builtin_inf(),
                            __builtin_nan("1")};
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j)
      for (int n = -5; n < 6; ++n)
        for (int shape = 0; shape < 2; ++shape) {
          int out = 0;
          double r = mixture(kValues[i], (float)kValues[j], n, shape, &out);
          // NaN's sign is no result that C defines.
          printf("%llx %d\n", r == r ? (unsigned long long)bits(r) : 1, out);
        }
  return 0;
}
#endif
