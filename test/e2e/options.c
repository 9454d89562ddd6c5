// The JSON report has what a result depends on: the options (OptionTableTest has
// each), what compilers heed of the environment, and flags.
//
// RUN: mkdir -p %t/include && env CPATH=%t/include %coverme %s --entry step --no-gcov --json - -- -DLEVEL=3 | FileCheck %s
// CHECK: "gcov": false
// CHECK: "compiler_flags": [
// CHECK-NEXT: "-DLEVEL=3"
// CHECK: "environment": {
// CHECK-NEXT: "CPATH": "{{.*}}/include"
//
// A name that is not known has its neighbour named.
// RUN: %refuses 2 "coverme: error: --without: unknown value 'hoping'; did you mean 'hopping'[?]" %coverme %s --entry step --without hoping
// RUN: %refuses 2 "coverme: error: --without: unknown value 'shape'; did you mean 'shapes'[?]" %coverme %s --entry step --without joint,shape
// RUN: %refuses 2 "coverme: error: --prove: unknown value 'interal'; did you mean 'interval'[?]" %coverme %s --entry step --prove interal
// RUN: %refuses 2 "coverme: error: --local: unknown value 'powel'; did you mean 'powell'[?]" %coverme %s --entry step --local powel
// RUN: %refuses 2 "coverme: error: --es: unknown value 'globel'; did you mean 'global'[?]" %coverme %s --entry step --es globel
// RUN: %refuses 2 "coverme: error: --distance: unknown value 'upl'.*" %coverme %s --entry step --distance upl
// RUN: %refuses 2 "coverme: error: --sanitize: unknown sanitizer 'adress'; did you mean 'address'[?]" %coverme %s --entry step --sanitize adress
// RUN: %refuses 2 "coverme: error: unknown option '--asume'; did you mean '--assume'[?]" %coverme %s --entry step --asume 'x > 0'
// RUN: %refuses 2 "coverme: error: unknown option '--asume'; did you mean '--assume'[?]" %coverme %s --entry step -j2 --asume 'x > 0'
// RUN: %refuses 2 "coverme: error: --array q: 'step' has no pointer of this name.*" %coverme %s --entry step --array q=2
// RUN: %refuses 2 "coverme: error: --global levl: there is no variable of this name; did you mean 'level'[?]" %coverme %s --entry step --global levl

double level = 1;

int step(double x, const double *p) {
  if (x > *p + level)
    return 1;
  return 0;
}

int other(double x) {
  if (x > 2)
    return 1;
  return 0;
}
