// A case that does nothing but leave the switch is one like any other, as for
// gcov: a decision, and a line. One that falls to its end is none.
// RUN: %coverme %s --entry leaves > %t.txt
// RUN: FileCheck %s --check-prefix LEAVES --input-file %t.txt
// LEAVES: leaves: 8 of 8 branches covered,
// LEAVES: gcov (gcc): lines 11/11 100.00 %, branches 5/5 100.00 %
// RUN: %coverme %s --entry falls > %t.txt
// RUN: FileCheck %s --check-prefix FALLS --input-file %t.txt
// FALLS: falls: 4 of 4 branches covered,
// FALLS: gcov (gcc): lines 14/14 100.00 %, branches 4/4 100.00 %
// In templates, too.
// RUN: cp %s %t.cpp
// RUN: %coverme %t.cpp --entry inside --callees > %t.txt
// RUN: FileCheck %s --check-prefix INSIDE --input-file %t.txt
// INSIDE: inside: 4 of 4 branches covered,
int leaves(int x) {
  switch (x) {
  case 1:
    break;
  case 2:
    break;
  case 3: {
    break;
  }
  case 4:
    break;
  }
  return x;
}

int falls(int x) {
  int r = 0;
  switch (x) {
  case 1:
    r = 2;
    break;
  case 9:;
  }
  switch (x) {
  case 3:
    r = 3;
    break;
  case 2:
  default:
    r += 7;
  }
  return r;
}

#ifdef __cplusplus
template <class T> static T one(T x) {
  switch (x) {
  case 1:
    break;
  case 2:
    break;
  }
  return x;
}
extern "C" int inside(int x) { return one(x); }
#endif
