// Macros that tell compilers apart by way of another, by their type's size, or
// by the text that they stand for; or headers of theirs that define them.
// RUN: %truth --build 'gcc -O0' %s -- -DNUMBER=1
//
// Conditions that hold for some versions of gcc, and not for clang's, which says
// that it is 4.2.1, or the other way round:
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ > 4'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=!(__GNUC__ == 4 && 1)'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ * 100 + __GNUC_MINOR__ > 402'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=(__GNUC__ >= 7 || NOTHING)'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ >= 4 ? !defined(__clang__) : 0'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ >= 4 && !defined __clang__'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=~__GNUC__ < -5'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=__GNUC__ - 5 >= 0'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=(1 << __GNUC__) > 16'
// RUN: %truth --build 'gcc -O0' %s -- '-DASKED=VERSION_IS(__GNUC__)' '-DVERSION_IS(x)=(x>5)'
//
// RUN: %truth --build 'gcc -O0' %s -- -DWIDTH=1
// RUN: %truth --build 'gcc -O0' %s -- -DVALUE=__GNUC__
// RUN: %truth --build 'gcc -O0' %s -- -DOF_CLANG
// RUN: %truth --build 'gcc -O0' %s -- -DOF_GCC
// RUN: %truth --build 'gcc -O0' %s -- -DHEADER
// RUN: %truth --build 'gcc -O0' %s -- -DLITERAL
// RUN: %truth --build 'gcc -O0' %s -- -DTARGET
// RUN: %truth --build 'gcc -O0' %s -- -DSPELLING
// RUN: %truth --build 'gcc -O0' %s -- -DSTANDARD -std=gnu2x
// RUN: %truth --build 'gcc -O0' %s -- -DQUOTED
// RUN: %truth --build 'gcc -O0' %s -- -DFLOATS
// RUN: %truth --build 'gcc -O0' %s -- -DATOMICS
// RUN: %truth --build 'gcc -O0' %s -- -DGUARD
// RUN: %truth --build 'gcc -O0 -ffreestanding' %s -- -DFREE -ffreestanding
// RUN: %truth --build 'gcc -O0 -mfma' %s -- -DFMA -mfma
// RUN: %truth --build 'gcc -O0 -fPIE' %s -- -DPOSITION
// RUN: %truth --build 'gcc -O0 -frounding-math' %s -- -DROUNDING -frounding-math
// RUN: %truth --build 'gcc -O0 -mavx512f' %s -- -DIMPLIED -mavx512f
// RUN: %truth --build 'gcc -O0 -march=haswell' %s -- -DPROCESSOR -march=haswell
// RUN: %truth --build 'gcc -O0' %s -- -DOLD -std=gnu89
#include <assert.h>
#include <features.h>

int f(unsigned char x);

#ifndef CALLER
// Each on its own: what one asks for must not hide the others.
#if defined NUMBER
#if __GNUC_PREREQ(7, 0)
#define IS_SMALL
#endif
#elif defined ASKED
#if ASKED
#define IS_SMALL
#endif
#elif defined WIDTH
#define MOST (__INT_FAST16_MAX__ > 32767 ? 9 : 255)
#elif defined VALUE
#define MOST (VALUE > 4 ? 9 : 255)
#elif defined OF_CLANG
#ifndef __LITTLE_ENDIAN__
#define IS_SMALL
#endif
#elif defined OF_GCC
#if __SIZEOF_FLOAT80__ == 16
#define IS_SMALL
#endif
#elif defined LITERAL
#ifdef __INT8_C
#define IS_SMALL
#endif
#elif defined TARGET
#ifndef __is_target_arch
#define IS_SMALL
#endif
#elif defined SPELLING
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define MOST (sizeof TEXT_OF(__SHRT_MAX__) == 7 ? 9 : 255)
#elif defined STANDARD
#if __STDC_VERSION__ < 202311
#define IS_SMALL
#endif
#elif defined ROUNDING
#ifdef __ROUNDING_MATH__
#define IS_SMALL
#endif
#elif defined IMPLIED
#ifndef __F16C__
#define IS_SMALL
#endif
#elif defined PROCESSOR
#if __haswell__
#define IS_SMALL
#endif
#elif defined OLD
#ifndef __STDC_UTF_16__
#define IS_SMALL
#endif
#elif defined POSITION
#ifdef __PIE__
#define IS_SMALL
#endif
#elif defined QUOTED
#if __has_include("quadmath.h")
#define IS_SMALL
#endif
#elif defined FLOATS
#include <float.h>
#ifndef DBL_NORM_MAX
#define IS_SMALL
#endif
#elif defined ATOMICS
#include <stdatomic.h>
#ifndef INT32_MAX
#define IS_SMALL
#endif
#elif defined GUARD
#include <stddef.h>
#ifdef _SIZE_T_DEFINED
#define IS_SMALL
#endif
#elif defined FREE
#include <stdint.h>
#define MOST (sizeof(int_fast16_t) == 8 ? 9 : 255)
#elif defined FMA
#include <math.h>
#ifdef FP_FAST_FMA
#define IS_SMALL
#endif
#elif defined HEADER
#if !__has_include(<opencl-c.h>)
#define IS_SMALL
#endif
#endif

#ifdef IS_SMALL
enum { most = 9 };
#elif defined MOST
enum { most = MOST };
#else
enum { most = 255 };
#endif

int f(unsigned char x) {
  if (x > most) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif
