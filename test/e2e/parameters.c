// Every supported kind of parameter is searched over all of its values, and its
// bits survive: gcc, replaying them by itself, comes to the same numbers.
//
// RUN: %exits 0 %coverme %s --entry doubles --json %t.json -q && %check-suite --expect branches.covered=6 %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry floats --json %t.json -q && %check-suite --expect branches.covered=6 %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry bools --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry i8 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry u8 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry i16 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry u16 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry i32 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry u32 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry i64 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry u64 --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry plainChar --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry enums --json %t.json -q && %check-suite %t.json
// RUN: %exits 0 %coverme %s --entry readsPointer --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry writesPointer --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry updatesPointer --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry mixed --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry hidden --json %t.json -q && %check-suite %t.json
// RUN: %exits 0 %coverme %s --entry oldStyle --json %t.json -q && %check-suite %t.json
// RUN: %exits 0 %coverme %s --entry manyDoubles --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
#include <stdbool.h>
#include <stdint.h>

int doubles(double x, double y) {
  if (x == 1234.5678)
    return 1;
  if (y < -1e-310 && y > -1e-309)
    return 2;
  return 0;
}

int floats(float x, float y) {
  if (x == 1234.5f)
    return 1;
  if (y < -1e-40f && y > -1e-39f)
    return 2;
  return 0;
}

int bools(bool a, _Bool b) {
  if (a && !b)
    return 1;
  return 0;
}

int i8(int8_t x) { return x == -128 ? 1 : x > 100 ? 2 : 0; }
int u8(uint8_t x) { return x == 255 ? 1 : x > 128 ? 2 : 0; }
int i16(int16_t x) { return x == -32768 ? 1 : x > 30000 ? 2 : 0; }
int u16(uint16_t x) { return x == 65535 ? 1 : x > 32768 ? 2 : 0; }
int i32(int32_t x) { return x == INT32_MIN ? 1 : x > 2000000000 ? 2 : 0; }
int u32(uint32_t x) { return x == UINT32_MAX ? 1 : x > 3000000000u ? 2 : 0; }
int i64(int64_t x) { return x == INT64_MIN ? 1 : x > INT64_MAX - 9 ? 2 : 0; }
int u64(uint64_t x) { return x == UINT64_MAX ? 1 : x > UINT64_MAX - 9 ? 2 : 0; }
int plainChar(char c) { return c == 'q' ? 1 : 0; }

enum color { RED, GREEN = 5, BLUE = -3 };
int enums(enum color c) {
  switch (c) {
  case RED:
    return 1;
  case GREEN:
    return 2;
  default:
    return 0;
  }
}

int readsPointer(const double *x) { return *x > 3.25 ? 1 : 0; }

void writesPointer(double x, double *out) {
  if (x < 0.0)
    *out = -1.0;
  else
    *out = 1.0;
}

int updatesPointer(int32_t *n) {
  if (*n == 77) {
    *n = 78;
    return 1;
  }
  *n = 0;
  return 0;
}

int mixed(float a, int8_t b, double *c, uint16_t d, bool e) {
  if (a > b && *c < d && e)
    return 1;
  return 0;
}

static double __attribute__((used)) hidden(double x) {
  if (x > 10.0)
    return x;
  return -x;
}

int oldStyle(x, n) double x; int n;
{
  return x > n;
}

// More than the registers for arguments hold.
int manyDoubles(double a, double b, double c, double d, double e, double f,
                double g, double h, double i, int32_t j, int64_t k, int32_t l,
                int32_t m, int32_t n, int32_t o, int8_t p) {
  if (a == 1.0 && i == 2.0 && p == -3)
    return 1;
  return (int)(b + c + d + e + f + g + h) + j + (int)k + l + m + n + o > 0;
}
