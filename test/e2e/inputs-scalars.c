// Numbers of all types are inputs with all of their bits.
//
// RUN: %inputs --inputs 'x: long double' --some 'x == 2**62 + 1' -- %s --entry extended | FileCheck %s --check-prefix EXTENDED
// EXTENDED: x = 4.61168601842738{{[0-9]*}}e+18 (0x8.000000000000002p+59)
// RUN: %inputs --inputs 'x: _Float16' --some 'x == 8.0078125' --some '0 < x < 2**-14' -- %s --entry half
// RUN: %inputs --inputs 'z.real: float; z.imag: float' --some 'v["z.real"] == 3.5 and v["z.imag"] == -0.25' -- %s --entry complexFloat
// RUN: %inputs --inputs 'z.real: double; z.imag: double' --some 'v["z.real"] > 1 and v["z.imag"] == 1e-300' -- %s --entry complexDouble
// RUN: %inputs --inputs 'z.real: long double; z.imag: long double; scale: double' --some 'v["z.imag"] == -v["z.real"] and v["z.imag"] != 0' -- %s --entry complexExtended
// RUN: %inputs --inputs 'a: __int128; b: unsigned __int128' --some 'a < -(3 << 100) and a % 2**64 == 12345' --some 'b >> 64 == 77' -- %s --entry wide
// RUN: %inputs --inputs 'a: signed char; b: unsigned char; c: short; d: unsigned short; e: int; f: unsigned int; g: long; h: unsigned long; i: long long; j: unsigned long long' --some 'a == -128 and b == 255 and c == -32768 and d == 65535 and e == -2**31 and f == 2**32 - 1 and g == -2**63 and h == 2**64 - 1 and i == 2**63 - 1 and j == 2**63' -- %s --entry widths
// RUN: %inputs --inputs 'yes: _Bool; letter: char; mark: int' --some 'yes == 1 and letter == 113 and mark == 0x3b1' -- %s --entry letters
// RUN: %inputs --inputs 'unit: enum unit; n: int' --some 'unit == 1000' --some 'unit == -7' --some 'unit not in (0, 1000, -7)' -- %s --entry enums | FileCheck %s --check-prefix ENUM
// ENUM: unit = 1000, n = {{.*}} ->  2

// What `coverme run` takes and says of them.
// RUN: %exits 0 %coverme run %s --entry extended --input 0x1.8p+1 | FileCheck %s --check-prefix RUN-EXTENDED
// RUN-EXTENDED: extended(x = 3 (0xcp-2))
// RUN: %exits 0 %coverme run %s --entry wide --input=-5 --input bits:80000000000000000000000000000001 | FileCheck %s --check-prefix RUN-WIDE
// RUN-WIDE: wide(a = -5, b = 170141183460469231731687303715884105729)
// RUN: %refuses 2 "coverme: error: 'much' is no value of parameter 'a', which is of type '__int128' \(bits: and 32 hex digits\)" %coverme run %s --entry wide --input much --input 1
// RUN: %refuses 2 "coverme: error: 'bits:1' is no value of parameter 'x', which is of type 'long double' \(decimal, hex float, inf, or bits: and 20 hex digits\)" %coverme run %s --entry extended --input bits:1
#include <complex.h>

int extended(long double x) {
  if (x == 0x1p62L + 1) // no double
    return 1;
  return x < -0x1p-16400L ? 2 : 0;
}

int half(_Float16 x) {
  if (x == (_Float16)0x1.004p+3)
    return 1;
  if (x > 0 && x < (_Float16)0x1p-14) // subnormal
    return 2;
  return 0;
}

int complexFloat(float _Complex z) {
  return crealf(z) == 3.5f && cimagf(z) == -0.25f;
}

int complexDouble(double _Complex z) {
  if (creal(z) > 1)
    if (cimag(z) == 1e-300)
      return 1;
  return 0;
}

int complexExtended(long double _Complex z, double scale) {
  if (cimagl(z) == -creall(z) && creall(z) != 0)
    return 1;
  return scale > 3 ? 2 : 0;
}

int wide(__int128 a, unsigned __int128 b) {
  if (a < -((__int128)3 << 100) && (unsigned long)a == 12345)
    return 1;
  return b >> 64 == 77 ? 2 : 0;
}

int widths(signed char a, unsigned char b, short c, unsigned short d, int e,
           unsigned f, long g, unsigned long h, long long i,
           unsigned long long j) {
  if (a != -128 || b != 255 || c != -32768 || d != 65535)
    return 0;
  if (e != -2147483647 - 1 || f != 4294967295u || g != -9223372036854775807L - 1)
    return 1;
  if (h == 18446744073709551615ul && i == 9223372036854775807ll &&
      j == 9223372036854775808ull)
    return 3;
  return 2;
}

int letters(_Bool yes, char letter, int mark) {
  if (yes && letter == 'q')
    if (mark == 0x3b1)
      return 1;
  return 0;
}

enum unit { ONE, KILO = 1000, BELOW = -7 };
int enums(enum unit unit, int n) {
  switch (unit) {
  case ONE:
    return n > 5 ? 1 : 4;
  case KILO:
    return 2;
  case BELOW:
    return 3;
  default:
    return 0;
  }
}
