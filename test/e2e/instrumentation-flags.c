// What a build counts and checks for itself, and names that it gives files, is
// left out of flags: coverme's own builds have their own. So is what says what
// is to be made, as a line of a build does that was pasted.
// RUN: %coverme %s --entry f -- -fdebug-prefix-map=%S=/elsewhere | FileCheck %s
// RUN: %coverme %s --entry f -- -ffile-prefix-map=%S=/elsewhere | FileCheck %s
// RUN: %coverme %s --entry f -- -fprofile-instr-generate -fcoverage-mapping | FileCheck %s
// RUN: %coverme %s --entry f -- -fsanitize=address,undefined | FileCheck %s
// RUN: %coverme %s --entry f -- --coverage -pg | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %coverme %s --entry f -- -DY=1 -c -o x.o -MD -MF x.d -MT x.o -save-temps | FileCheck %s
// RUN: %coverme %s --entry f -- -E -S -M -fsyntax-only -ox.o -save-temps=obj | FileCheck %s
// RUN: ls -A %t | count 0
//
// CHECK: f: 2 of 2 branches covered
// CHECK: gcov (gcc): lines 4/4 100.00 %, branches 2/2 100.00 %
int f(int x) {
  if (x > 3)
    return 1;
  return 0;
}
