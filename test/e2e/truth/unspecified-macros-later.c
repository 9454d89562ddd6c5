// Macros and headers by which compilers are told apart, without a name that says
// so, and headers that only count as the system's.
// RUN: %truth --build 'gcc -O0' %s -- -DQUOTED
// RUN: %truth --build 'gcc -O0' %s -- -DFLOATS
// RUN: %truth --build 'gcc -O0' %s -- -DATOMICS
// RUN: %truth --build 'gcc -O0 -mfma' %s -- -DFMA -mfma
// RUN: %truth --build 'gcc -O0' %s -- -isystem %S/Inputs -DLIBRARY
// RUN: %truth --build 'gcc -O0' %s -- -I %S/Inputs -DMARKED
#include <assert.h>
#include <float.h>
#include <math.h>
#ifdef ATOMICS
#include <stdatomic.h>
#endif

int f(unsigned char x);

#ifndef CALLER
#ifdef QUOTED
#define OF_CLANG !__has_include("quadmath.h")
#elif defined FLOATS
#ifdef DBL_NORM_MAX
#define OF_CLANG 1
#endif
#elif defined ATOMICS
#ifdef INT32_MAX
#define OF_CLANG 1
#endif
#elif defined FMA
#ifndef FP_FAST_FMA
#define OF_CLANG 1
#endif
#elif defined LIBRARY
#include <compiler.h>
#define OF_CLANG (MOST == 255)
#else
#include <system.h>
#define OF_CLANG (MOST == 255)
#endif
#ifndef OF_CLANG
#define OF_CLANG 0
#endif
#if OF_CLANG
enum { LEAST = 255 };
#else
enum { LEAST = 9 };
#endif

int f(unsigned char x) {
  if (x > LEAST) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif
