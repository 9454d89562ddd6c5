// An assertion that is the whole side of an `if`, on lines of its own and on
// its line: the one input that reaches it is enough for gcc's build to tell.
// RUN: %exits 0 %coverme %s --all --goal reach --at assert -q > %t.txt
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 3 functions run; 3 of 3 places reached,
#include <assert.h>

int two_lines(int x) {
  if (x > 0)
    assert(x != 7);
  return 0;
}

int one_line(int x) {
  if (x > 0) assert(x != 7);
  return 0;
}

int both(int x) {
  if (x > 0)
    assert(x != 7);
  else
    x = -x;
  return x;
}
