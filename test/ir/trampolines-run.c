// Ensures by running them that trampolines pass each kind of number in and out
// with all bits, at every level of optimisation.
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -o %t.stub.o
// RUN: %cc -O0 -g %s %t.stub.o -o %t.0 && %t.0 | FileCheck %s
// RUN: %cc -O2 -g %s %t.stub.o -o %t.2 && %t.2 | FileCheck %s
#include <stdint.h>
#include <stdio.h>

#define FUNCTION __attribute__((used)) static

enum colour { RED = 1, BLUE = 7 };

FUNCTION float half(float x) { return x / 2; }
FUNCTION double same(double x) { return x; }
FUNCTION signed char low(int x) { return (signed char)x; }
FUNCTION unsigned short narrow(unsigned char a, short b) {
  return (unsigned short)(a + b);
}
FUNCTION _Bool invert(_Bool b) { return !b; }
FUNCTION enum colour paint(enum colour c) { return c == BLUE ? RED : BLUE; }
FUNCTION _Float16 negated(_Float16 x) { return -x; }
FUNCTION void nothing(double x) { (void)x; }

typedef void (*Trampoline)(const uint64_t *in, uint64_t *out);
extern Trampoline __start_coverme_tramps[];

static void call(int index, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  uint64_t in[] = {a, b, c, d};
  uint64_t out[4] = {~0ull, ~0ull, ~0ull, ~0ull};
  __start_coverme_tramps[index](in, out);
  printf("%d: %llx %llx %llx %llx\n", index, (unsigned long long)out[0],
         (unsigned long long)out[1], (unsigned long long)out[2],
         (unsigned long long)out[3]);
}

int main(void) {
  const uint64_t kJunk = 0xabcdef0000000000;
  // CHECK: 0: 3f000000 ffffffffffffffff
  call(0, kJunk | 0x3f800000, 0, 0, 0);
  // A signalling NaN arrives as it is.
  // CHECK: 1: 7ff0000000000001
  call(1, 0x7ff0000000000001, 0, 0, 0);
  // CHECK: 2: ff ffffffffffffffff
  call(2, kJunk | 0x1ff, 0, 0, 0);
  // CHECK: 3: fe ffffffffffffffff
  call(3, kJunk | 0xff, kJunk | 0xffff, 0, 0);
  // CHECK: 4: 0 ffffffffffffffff
  call(4, kJunk | 1, 0, 0, 0);
  // The lowest bit decides.
  // CHECK: 4: 1 ffffffffffffffff
  call(4, kJunk | 2, 0, 0, 0);
  // CHECK: 5: 1 ffffffffffffffff
  call(5, kJunk | 7, 0, 0, 0);
  // CHECK: 6: c000 ffffffffffffffff
  call(6, kJunk | 0x4000, 0, 0, 0);
  // CHECK: 7: 0 ffffffffffffffff
  call(7, 0, 0, 0, 0);
  return 0;
}
