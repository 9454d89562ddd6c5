// What a build counts and checks for itself, and names that it gives files, is
// left out of flags: coverme's own builds have their own.
// RUN: %coverme %s --entry f -- -fdebug-prefix-map=%S=/elsewhere | FileCheck %s
// RUN: %coverme %s --entry f -- -ffile-prefix-map=%S=/elsewhere | FileCheck %s
// RUN: %coverme %s --entry f -- -fprofile-instr-generate -fcoverage-mapping | FileCheck %s
// RUN: %coverme %s --entry f -- -fsanitize=address,undefined | FileCheck %s
// RUN: %coverme %s --entry f -- --coverage -pg | FileCheck %s
//
// CHECK: f: 2 of 2 branches covered
// CHECK: gcov (gcc): lines 4/4 100.00 %, branches 2/2 100.00 %
int f(int x) {
  if (x > 3)
    return 1;
  return 0;
}
