// Where both sides are code, an input says how a pointer is aligned, to bytes
// and to floats; also in kept tests, and where a callee looks.
// RUN: rm -rf %t
// RUN: %exits 0 %coverme %s --entry length --emit c=%t --json %t.json -q | FileCheck %s --check-prefix=LENGTH
// RUN: grep -q '"(uintptr_t)s %% 16"' %t.json
// RUN: gcc -w -fsanitize=address,undefined %t/length_test.c -o %t.test && %t.test
// RUN: %exits 0 %coverme %s --entry sum -q | FileCheck %s --check-prefix=SUM
// RUN: %exits 0 %coverme %s --entry copy -q | FileCheck %s --check-prefix=COPY
// RUN: %exits 0 %coverme %s --entry calls -q | FileCheck %s --check-prefix=CALLS
// RUN: %exits 0 %coverme %s --entry fetched -q | FileCheck %s --check-prefix=FETCHED
// RUN: %coverme run %s --entry place --input 3 --input 2 | FileCheck %s --check-prefix=PLACE
// RUN: %refuses 2 "coverme: error: .uintptr_t.x / 4 %% 4 = 4 is not there: it is at most 3" %coverme run %s --entry place --input 3 --input 4
// RUN: %exits 0 %coverme %s --entry plain --json %t.json -q
// RUN: not grep uintptr_t %t.json
#include <stddef.h>
#include <stdint.h>

#define UNALIGNED(pointer) ((long)(pointer) & (sizeof(long) - 1))

// LENGTH: length: 6 of 6 branches covered
size_t length(const char *s) {
  const char *const begin = s;
  while (UNALIGNED(s)) {
    if (*s == 0)
      return s - begin;
    ++s;
  }
  while (*s)
    ++s;
  return s - begin;
}

// SUM: sum: 8 of 8 branches covered
float sum(const float *x, int n) {
  int i = 0;
  float all = 0;
  while (i < n && ((uintptr_t)(x + i) & 15))
    all += x[i++];
  for (; i + 4 <= n; i += 4)
    all += x[i] + x[i + 1] + x[i + 2] + x[i + 3];
  for (; i < n; ++i)
    all += x[i];
  return all;
}

// COPY: copy: 8 of 8 branches covered
void copy(void *to, const void *from, size_t n) {
  char *out = to;
  const char *in = from;
  if (n >= 8 && !(UNALIGNED(in) | UNALIGNED(out)))
    while (n >= 8) {
      *(long *)out = *(const long *)in;
      out += 8;
      in += 8;
      n -= 8;
    }
  while (n-- > 0)
    *out++ = *in++;
}

// CALLS: calls: 2 of 2 branches covered
static int isOdd(const char *s) { return UNALIGNED(s) == 5; }
int calls(const char *s) {
  if (isOdd(s))
    return 1;
  return 0;
}

// A function made up writes there.
// FETCHED: fetched: 6 of 6 branches covered
int fetched(float *x, int (*fetch)(float *to)) {
  if ((uintptr_t)x & 15)
    return 1;
  if (fetch(x) > 3)
    return 2;
  return *x == 7 ? 3 : 4;
}

// PLACE: ->  8
int place(const float *x) {
  if (*x == 3)
    return (uintptr_t)x % 16;
  return 16;
}

int plain(const char *s) { return *s > 3 ? 1 : 0; }
