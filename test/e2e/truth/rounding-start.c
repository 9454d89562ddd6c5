// Constructors run ahead of all calls, and those that a section lists.
// RUN: %truth --build 'gcc -O0 -frounding-math' %s -- -lm
// RUN: %truth --build 'gcc -O0 -frounding-math' %s -- -lm -DSECTION
#include <assert.h>
#include <fenv.h>
int started(short x);
#ifndef CALLER
#ifndef SECTION
__attribute__((constructor))
#endif
static void start(void) { fesetround(FE_UPWARD); }
#ifdef SECTION
__attribute__((used, section(".init_array"))) static void (*const list[])(void) = {start};
#endif
int started(short x) {
  double one = (x & 1) + 1;
  if (one + 0x1p-60 > one) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(started(0));
  return 0;
}
#endif
