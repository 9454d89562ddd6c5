// Ensures that what clang's own coverage does to the preprocessor is taken: what
// directives skip is among the tokens then, unread.
// RUN: %cc %frontend -O1 -fprofile-instr-generate -fcoverage-mapping -c %s -o %t.o 2>&1 | count 0
// RUN: %tables %t.o | FileCheck %s

// CHECK: function 0 clamp
int clamp(int x) {
#if 0
  __attribute__((never)) "read 99999999999999999999
#endif
  return x > 3 ? 3 : x;
}
