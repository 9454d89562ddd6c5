// coverme run: one input, as the search runs it.
// RUN: %exits 0 %coverme run %s --entry sample --input 0x1.8p+1 --input=-3 | FileCheck %s --strict-whitespace --match-full-lines
//      CHECK:sample(x = 3 (0x1.8p+1), n = -3)
// CHECK-NEXT:  ->  2 (0x1p+1), *out = 0.5 (0x1p-1)
// CHECK-EMPTY:
// CHECK-NEXT:takes
// CHECK-NEXT:  run.c:[[#@LINE+38]]:9  false
// CHECK-NEXT:  run.c:[[#@LINE+30]]:12  true
// RUN: %exits 0 %coverme run %s --entry nothing | FileCheck %s --check-prefix NOTHING
//      NOTHING: nothing()
// NOTHING-NEXT: -> returns
//  NOTHING-NOT: {{.}}

// Misbehaviour, with what was taken until then; the flags count.
// RUN: %exits 1 %coverme run %s --entry sample --input 7 --input 0 -- -DCRASH | FileCheck %s --check-prefix CRASH
//      CRASH: signal: raises SIGILL at run.c:[[#@LINE+27]]
//      CRASH: run.c:[[#@LINE+25]]:9 true
//  CRASH-NOT: ->
// RUN: %exits 0 %coverme run %s --entry sample --input 7 --input 0

// Values that there are not.
// RUN: %refuses 2 "coverme: error: 'sample' takes 2 inputs \(double x, int8_t n\), and 1 is given" %coverme run %s --entry sample --input 1
// RUN: %refuses 2 "coverme: error: 'nothing' takes 0 inputs, and 1 is given" %coverme run %s --entry nothing --input 1
// RUN: %refuses 2 "coverme: error: '128' is no value of parameter 'n', which is of type 'int8_t' \(-128 to 127, or bits: and 2 hex digits\)" %coverme run %s --entry sample --input 1 --input 128
// RUN: %refuses 2 "coverme: error: '1e999' is no value of parameter 'x', which is of type 'double' .*" %coverme run %s --entry sample --input 1e999 --input 1
// RUN: %refuses 2 "coverme: error: 'bits:7ff' is no value of parameter 'x', .* 16 hex digits\)" %coverme run %s --entry sample --input bits:7ff --input 1
// RUN: %refuses 2 "coverme: error: no function 'simple' in .*; did you mean 'sample'\?" %coverme run %s --entry simple
// RUN: %refuses 2 "coverme: error: --entry is required; usage: coverme run .*" %coverme run %s
// RUN: %refuses 2 "coverme: error: unknown option '--inputs'; did you mean '--input'\?; usage: .*" %coverme run %s --entry sample --inputs 1
// RUN: %exits 3 %coverme run %s --entry sample -- -DBROKEN
#include <stdint.h>
#ifdef BROKEN
#error broken
#endif

static double half(double x) { return x * 0.5; }
static double next(double x, int n) {
  return n < 0 ? half(x) + 0.5 : x;
}
double sample(double x, int8_t n, float *out) {
#ifdef CRASH
  if (x > 6)
    __builtin_trap();
#endif
  if (x > 6)
    return 1;
  *out = 0.5f;
  return next(x, n);
}

void nothing(void) {}
