// Macros that tell compilers apart by way of another, or by their type's size.
// RUN: %truth --build 'gcc -O0' %s -- -DNUMBER=1
// RUN: %truth --build 'gcc -O0' %s -- -DWIDTH=1
// RUN: %truth --build 'gcc -O0' %s -- -DVALUE=__GNUC__
// RUN: %truth --build 'gcc -O0' %s -- -DOF_CLANG
// RUN: %truth --build 'gcc -O0' %s -- -DOF_GCC
// RUN: %truth --build 'gcc -O0' %s -- -DHEADER
// RUN: %truth --build 'gcc -O0' %s -- -DLITERAL
// RUN: %truth --build 'gcc -O0 -fPIE' %s -- -DPOSITION
#include <assert.h>
#include <features.h>

int f(unsigned char x);

#ifndef CALLER
#if defined NUMBER && __GNUC_PREREQ(7, 0)
enum { most = 9 };
#elif defined WIDTH
enum { most = __INT_FAST16_MAX__ > 32767 ? 9 : 255 };
#elif defined VALUE
enum { most = VALUE > 4 ? 9 : 255 };
#elif defined OF_CLANG && !defined __LITTLE_ENDIAN__
enum { most = 9 };
#elif defined OF_GCC && __SIZEOF_FLOAT80__ == 16
enum { most = 9 };
#elif defined LITERAL && defined __INT8_C
enum { most = 9 };
#elif defined POSITION && defined __PIE__
enum { most = 9 };
#elif defined HEADER && !__has_include(<opencl-c.h>)
enum { most = 9 };
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
