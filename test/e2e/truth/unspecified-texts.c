// One way in which what compilers read is not the same is enough.
// RUN: %truth --build 'gcc -O0' %s -- -DVERSION
// RUN: %truth --build 'gcc -O0' %s -- -DOPTIMIZE
// RUN: %truth --build 'gcc -O0' %s -- -DALIGNED
// RUN: %truth --build 'gcc -O0' %s -- -DPACKED
// RUN: %truth --build 'gcc -O0' %s -- -DINTEGER
// RUN: %truth --build 'gcc -O0' %s -- -DFLOAT
// RUN: %truth --build 'gcc -O0' %s -- -DTEXT
// RUN: %truth --build 'gcc -O0' %s -- -DHEADER
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#if defined VERSION
#define IS(x) (x + __GNUC__ > 260)
#elif defined OPTIMIZE
#ifdef __OPTIMIZE__
#define IS(x) (x > 255)
#else
#define IS(x) (x > 9)
#endif
#elif defined ALIGNED
#ifdef __clang__
#define PART __attribute__((aligned(16)))
#else
#define PART __attribute__((unused))
#endif
struct s {
  PART int i;
};
#define IS(x) (x >= sizeof(struct s) * 16)
#elif defined PACKED
#ifndef __clang__
_Pragma("pack(1)")
#endif
struct s {
  char c;
  int i;
};
#define IS(x) (x > 255 || sizeof(struct s) == 5)
#elif defined INTEGER
#ifdef __clang__
#define NUMBER 2147483648
#else
#define NUMBER 0x80000000
#endif
#define IS(x) (x - NUMBER > 0)
#elif defined FLOAT
#ifdef __clang__
#define NUMBER 0.1
#else
#define NUMBER 0.1f
#endif
#define IS(x) (x > 255 || NUMBER != 0.1)
#elif defined TEXT
#if __has_builtin(__builtin_nondeterministic_value)
#define WORD "no"
#else
#define WORD "yes"
#endif
#define IS(x) (x > 255 || sizeof WORD == 4)
#elif defined HEADER
#include "Inputs/texts.h"
#define IS(x) (x > MOST)
#endif
int f(unsigned char x) {
  if (IS(x)) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(255));
  return 0;
}
#endif
