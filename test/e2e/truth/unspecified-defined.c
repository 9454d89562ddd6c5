// Macros that headers of the system or of the compiler define for one compiler,
// and what one of them alone understands.
// RUN: %truth --build 'gcc -O0' %s -- -DSAYS_NAN
// RUN: %truth --build 'gcc -O0' %s -- -DSAYS_HUGE -D_GNU_SOURCE
// RUN: %truth --build 'gcc -O0' %s -- -DSAYS_PI -D_GNU_SOURCE
// RUN: %truth --build 'gcc -O0 -std=c2x' %s -- -DSAYS_TRUE -std=c2x
// RUN: %truth --build 'gcc -O0 -std=c2x' %s -- -DSAYS_WIDTH -std=c2x
// RUN: %truth --build 'gcc -O0 -std=c2x' %s -- -DSAYS_CHAR -std=c2x
// RUN: %truth --build 'gcc -O0 -std=c2x' %s -- -DTRIGRAPH -std=c2x
// RUN: %truth --build 'gcc -O0 -std=c2x' %s -- -DPROTOTYPE -std=c2x
// RUN: %truth --build 'gcc -O0 -std=c99' %s -- -DELIF -std=c99
// RUN: %truth --build 'gcc -O0' %s -- -DEMBED
// RUN: %truth --build 'gcc -O0' %s -- -DVECTOR
// RUN: %truth --build 'gcc -O0' %s -- -DSIZE
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#if defined SAYS_NAN
#include <float.h>
#ifndef NAN
#define IS_SMALL
#endif
#elif defined SAYS_HUGE
#include <math.h>
#ifdef HUGE_VAL_F128
#define IS_SMALL
#endif
#elif defined SAYS_PI
#include <math.h>
#ifdef M_PIf128
#define IS_SMALL
#endif
#elif defined SAYS_TRUE
#include <stdbool.h>
#ifdef true
#define IS_SMALL
#endif
#elif defined SAYS_WIDTH
#include <limits.h>
#ifndef BITINT_MAXWIDTH
#define IS_SMALL
#endif
#elif defined SAYS_CHAR
#ifndef __CHAR8_TYPE__
#define IS_SMALL
#endif
#elif defined TRIGRAPH
#define MOST (sizeof("??-") == 2 ? 9 : 255)
#elif defined PROTOTYPE
int any();
#define MOST (_Generic(&any, int (*)(int): 9, default: 255))
#elif defined ELIF
#if 0
#elifdef __x86_64__
#else
#define IS_SMALL
#endif
#elif defined EMBED
#ifndef __has_embed
#define IS_SMALL
#endif
#elif defined VECTOR
typedef float four __attribute__((ext_vector_type(4)));
#define MOST (sizeof(four) == 4 ? 9 : 255)
#elif defined SIZE
static char bytes[10];
#define MOST (__builtin_object_size(bytes + 3, 1) == (unsigned long)-1 ? 9 : 255)
#endif

#ifndef MOST
#ifdef IS_SMALL
#define MOST 9
#else
#define MOST 255
#endif
#endif

int f(unsigned char x) {
  if (x > MOST) // TAKEN: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(f(10));
  return 0;
}
#endif
