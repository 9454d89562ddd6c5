// Names and lines of places: what one compiler calls "f" is "int f(int)" to
// another, and a macro on several lines is on the first or the last. So is the
// time. They are as good as others where they are only handed on.
// RUN: %truth --build 'gcc -O0' --build 'gcc -O2' %s
// A file has the name that the command gives it.
// RUN: %exits 1 %coverme %s --entry file --prove all --no-gcov --max-evals 3000 \
// RUN:   -- -DFILES | FileCheck %s
// CHECK: file: 1 of 2 branches covered, 0 proved infeasible
#include <assert.h>

int file(unsigned char x);
int function(unsigned char x);
int text(unsigned char x);
int row(unsigned char x);
int told(unsigned char x);
int built(unsigned char x);
const char *version(void);

#ifdef FILES
static int beginsWith(const char *name, char c) { return name[0] == c; }

int file(unsigned char x) {
  if (beginsWith(__FILE__, 'u'))
    return 1;
  return x;
}
#elif !defined CALLER
int function(unsigned char x) {
  if (sizeof __PRETTY_FUNCTION__ + x < 10) // TAKEN: true
    return 1;
  return 0;
}

static int isPlain(const char *name) { return name[0] == 't'; }

int text(unsigned char x) {
  if (isPlain(__PRETTY_FUNCTION__)) // TAKEN: true
    return 1;
  return x;
}

#define LINES(a, b) __LINE__
int row(unsigned char x) {
  int first = __LINE__, line = LINES(1,
                                     2);
  if (line == first) // TAKEN: true
    return 1;
  return x;
}

static const char *made = "made on " __DATE__ " at " __TIME__;
const char *version(void) { return made; }
int built(unsigned char x) {
  if (made[8] != 'X') // TAKEN: true
    return 1;
  return x;
}

int told(unsigned char x) {
  assert(x + 1 >
         0);
  if (x + __LINE__ > 1000) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  assert(function(0));
  assert(text(0));
  assert(row(0));
  assert(built(0));
  return 0;
}
#endif
