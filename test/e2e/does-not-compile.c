// A file that does not compile or link: exit code 3 and the tool's own words.
// RUN: %exits 3 %coverme %s --entry f -- -DSYNTAX 2>&1 | FileCheck %s --check-prefix SYNTAX
// RUN: %exits 3 %coverme %s --entry f -- -DUNDEFINED 2>&1 | FileCheck %s --check-prefix LINK
// RUN: %exits 3 %coverme %s --entry f -- -fno-such-flag 2>&1 | FileCheck %s --check-prefix FLAG

// SYNTAX: coverme: error: '{{.*}}does-not-compile.c' does not compile
// SYNTAX: does-not-compile.c:[[@LINE+4]]:{{[0-9]+}}: error: use of undeclared identifier 'y'
// FLAG: unknown argument: '-fno-such-flag'
#ifdef SYNTAX
double f(double x) {
  return x + y;
}
#endif

// LINK: coverme: error: '{{.*}}does-not-compile.c' does not link
// LINK: nowhere
#ifdef UNDEFINED
double nowhere(double x);
double f(double x) { return x > 1 ? nowhere(x) : x; }
#endif
