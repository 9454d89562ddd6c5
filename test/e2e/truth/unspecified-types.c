// What compilers answer differently about types: of what is made of a bit-field,
// of an atomic object, alignments of objects, the place of an aligned bit-field,
// the size of an atomic struct, and what gcc has types of its own for.
// RUN: %truth --build 'gcc -O0' %s
// RUN: %truth --build 'gcc -O0' %s -- -DFLOAT32
// RUN: %truth --build 'gcc -O0' %s -- -DFLOAT64_FUNCTION
// RUN: %truth --build 'gcc -O0' %s -- -DFLOAT64_MACRO
// RUN: %truth --build 'gcc -O0' %s -- -DALIGNED_FIELD
// RUN: %truth --build 'gcc -O0' %s -- -DATOMIC_STRUCT
#if defined FLOAT32 || defined FLOAT64_FUNCTION || defined FLOAT64_MACRO
#define _GNU_SOURCE
#include <math.h>
#endif
#include <assert.h>

int of_field(int x);
int of_atomic(int x);
int of_compatible(int x);
int of_alignment(int x);
int of_file(int x);

#ifndef CALLER
struct bits {
  unsigned b : 5;
};

int of_field(int x) {
  struct bits s = {0};
  const int kind = _Generic(s.b++, unsigned: 1, default: 300);
  if (kind + (x & 255) > 256) // TAKEN: true
    return 1;
  return 0;
}

static _Atomic int shared;

int of_atomic(int x) {
  __auto_type copy = shared;
  const int kind = _Generic(&copy, _Atomic int *: 1, default: 300);
  if (kind + (x & 255) > 256) // TAKEN: true
    return 1;
  return 0;
}

int of_compatible(int x) {
  const int kind = __builtin_types_compatible_p(__typeof__(shared), int);
  if (kind + (x & 2) == 1) // TAKEN: true
    return 1;
  return 0;
}

int of_alignment(int x) {
  if (__alignof__(int __attribute__((aligned(16)))) + (x & 3) > 8) // TAKEN: true
    return 1;
  return 0;
}

#ifdef FLOAT32
enum { KIND = _Generic((_Float32)1, float: 1, default: 300) };
#elif defined FLOAT64_FUNCTION
enum { KIND = _Generic(fabsf64(1), double: 1, default: 300) };
#elif defined FLOAT64_MACRO
enum { KIND = _Generic(HUGE_VAL_F64, double: 1, default: 300) };
#elif defined ATOMIC_STRUCT
struct colour {
  unsigned char c[3];
};
enum { KIND = sizeof(_Atomic struct colour) == 4 ? 1 : 300 };
#elif defined ALIGNED_FIELD
typedef int wide __attribute__((aligned(16)));
struct mixed {
  unsigned char a : 4;
  wide b : 3;
  int c : 31;
};
enum { KIND = sizeof(struct mixed) == 16 ? 1 : 300 };
#else
enum { KIND = 300 };
#endif

int of_file(int x) {
  if (KIND + (x & 255) > 256) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(of_field(255));
  assert(of_atomic(255));
  assert(of_compatible(0));
  assert(of_alignment(0));
  assert(of_file(255));
  return 0;
}
#endif
