// What compilers read is the same in the end, though what they are asked is
// not.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>

#ifdef __has_attribute
#if __has_attribute(always_inline)
#define INLINE static inline __attribute__((always_inline))
#endif
#endif
#ifdef __STDC_IEC_60559_FUNCS__
#define FIRST 0
#else
#define FIRST 1
#endif
#if __GNUC__ >= 6
#define OLD __attribute__((deprecated("for a year"), unused))
#define PRAGMA(x) _Pragma(#x)
#else
#define OLD
#define PRAGMA(x)
#endif
#if defined(__clang__) && __clang_major__ > 2
#define LOCAL __attribute__((__visibility__("hidden"))) static
#else
#define LOCAL static
#endif
#ifdef __FLT32_MAX__
#define NUMBER 0x10
#else
#define NUMBER 16
#endif
PRAGMA(GCC diagnostic ignored "-Wunused-function")

int f(unsigned char x, double y);

#ifndef CALLER
OLD LOCAL double most(void) { return fmin(DBL_MAX, (double)LDBL_MAX); }
INLINE int low(void) { return INT_MIN + (SHRT_MAX < USHRT_MAX); }

int f(unsigned char x, double y) {
  if (x > 255 * FIRST + NUMBER / 32) // PROVED: true
    return 1;
  if (y > FLT_EPSILON)
    if (isnan(y)) // PROVED: true
      return 2;
  if (x < low()) // PROVED: true
    return 3;
  return (float)most() < LDBL_MIN;
}
#else
int main(void) {
  assert(!f(255, 1));
  return 0;
}
#endif
