// What compilers read differently is anything to who calls it, and takes no
// other proof away. What changes the rounding mode does, however it is called.
// RUN: %truth --build 'gcc -O0' %s --with %S/Inputs/strangers-open-with.c --max-evals 2000
#include <assert.h>
#include <fenv.h>

extern const int most;
int level(int x);
void touch(int *p);

int levelled(short x);
int touched(short x);
int limited(short x);
int marked(short x);
int helped(short x);
int rounded(short x);

#ifndef CALLER
int levelled(short x) {
  if ((x & 3) > 3) // PROVED: true
    return 1;
  if (level(x) == 3) // TAKEN: true
    return 2;
  return 0;
}

int touched(short x) {
  int own = x & 3, given = own;
  touch(&given);
  if (own == 5) // PROVED: true
    return 1;
  if (given == 8) // TAKEN: true
    return 2;
  return 0;
}

int limited(short x) {
  if ((x & 255) > most) // TAKEN: true
    return 1;
  return 0;
}

// A wide bit-field has another type to gcc, and clang leaves the store out.
static int state;
static struct {
  unsigned long wide : 40;
} field;
static int helper(int x) {
  if (x == 7) // TAKEN: true
    return 1;
  return 0;
}
static int mark(void) {
  if (_Generic(field.wide + 0, unsigned long: 0, default: 1)) {
    state = 6;
    return helper(7);
  }
  return 0;
}
int marked(short x) {
  mark();
  if (state == 6) // TAKEN: true
    return x;
  return 0;
}
int helped(short x) { return mark() + helper(x & 3); }

__attribute__((weak)) int turn(int n) { return fesetround(FE_UPWARD) + n; }
int rounded(short x) {
  double a = (x & 1) + 1;
  turn(0);
  if (a + 0x1p-60 > a) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(levelled(-1) == 2);
  assert(touched(1) == 2);
  assert(limited(200));
  assert(marked(1));
  assert(helped(1));
  assert(rounded(1));
  return 0;
}
#endif
