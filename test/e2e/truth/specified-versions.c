// Conditions that hold for each gcc or for none, as they do for clang, which
// says that it is gcc 4.2.1.
// RUN: %truth --build 'gcc -O0' %s
#include <assert.h>

int f(unsigned char x);

#ifndef CALLER
#if defined(__GNUC__) && __GNUC__ >= 4
#define MOST 255
#endif
#if defined __GNUC__ && (__GNUC__ > 3 || (__GNUC__ == 3 && __GNUC_MINOR__ > 1))
#define OTHER 1
#endif
#if (defined(__GNUC__) && __GNUC__ * 100 + __GNUC_MINOR__ >= 303) ||           \
    (defined(__clang__) && __clang_major__ >= 3)
#define THIRD 1
#endif
#define VERSION ((__GNUC__ << 16) + __GNUC_MINOR__)
#if VERSION < (2 << 16) + 7 || __GNUC__ < 3
#error old
#elif !(__GNUC__ - 3 > 0 ? 1 : __clang_major__)
#error old
#endif
#if !defined(NO_VERSIONS) || defined(__clang__)
#define FOURTH 1
#endif

int f(unsigned char x) {
  if (x > MOST * OTHER * THIRD * FOURTH) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(!f(255));
  return 0;
}
#endif
