// What code asks of addresses is in the tables of all functions of its module.
// RUN: %cc -O1 -g -c %s -DLOOKED -o %t.o && %tables %t.o | FileCheck %s --check-prefix=LOOKED
// RUN: %cc -O1 -g -c %s -DASSERTED -o %t.o && %tables %t.o | FileCheck %s --check-prefix=ASSERTED
// RUN: %cc -O1 -g -c %s -DASSUMED -o %t.o && %tables %t.o | FileCheck %s --check-prefix=ASSUMED
// RUN: %cc -O1 -g -c %s -DVECTOR -o %t.o && %tables %t.o | FileCheck %s --check-prefix=VECTOR
// RUN: %cc -O1 -g -c %s -DNONE -o %t.o && %tables %t.o | FileCheck %s --check-prefix=NONE
#include <stddef.h>
#include <stdint.h>

extern void fail(void) __attribute__((noreturn));
typedef float Four __attribute__((vector_size(16)));

// LOOKED: function 0 f {{.*}}flags={{.*}}looks-at-alignment align=32
// ASSERTED: function 0 f {{.*}}flags={{.*}}needs-alignment align=16
// ASSUMED: function 0 f {{.*}}flags={{.*}}needs-alignment align=64
// VECTOR: function 0 f {{.*}}flags={{.*}}needs-alignment align=16
// NONE-NOT: align=
int f(const float *p, size_t n) {
#if defined LOOKED
  const int low = (int)(uintptr_t)p;
  if (low & 7)
    return 1;
  return (uintptr_t)p % 32 != 0;
#elif defined ASSERTED
  if (!(((uintptr_t)p & 15) == 0))
    fail();
  return 0;
#elif defined ASSUMED
  const float *q = __builtin_assume_aligned(p, 64);
  return q[0] > 1;
#elif defined VECTOR
  const Four *all = (const Four *)p;
  return all[n][0] > 1;
#elif defined NONE
  // To make an address even is no question.
  const Four local = {1, 2, 3, 4};
  const float *q = (const float *)(((uintptr_t)p + 15) & ~(uintptr_t)15);
  return q[n % 4] > local[n % 4] || ((uintptr_t)p & 0xff00) == 0;
#endif
}

// ASSERTED: function 1 g {{.*}}needs-alignment align=16
// LOOKED: function 1 g {{.*}}flags=
// LOOKED-NOT: alignment
// LOOKED-SAME: align=32
int g(int x) { return x > 3 ? 1 : 0; }

// LOOKED: function 2 h {{.*}}looks-at-alignment align=32
int h(const float *p) { return f(p, 1); }
