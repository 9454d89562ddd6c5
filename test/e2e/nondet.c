// Programs that draw their inputs, as in the Test-Comp: order and number of the
// draws are those of the run, also in the replay.
//
// RUN: %inputs --every 'result == 0' --some 'v["__VERIFIER_nondet_int#1"] == 3' -- %s --entry main -- -DLOOP | FileCheck %s --check-prefix LOOP
// LOOP: main: 12 of 12 branches covered
// RUN: %inputs -- %s --entry main -- -DMACHINE
// RUN: %inputs --some 'v["__VERIFIER_nondet_uchar#1"] == 200' -- %s --entry main -- -DTYPES
//
// Each draw has its place in the order, which the replay compiled by hand shows.
// RUN: rm -rf %t && %exits 0 %coverme %s --entry main -o %t -- -DLOOP > /dev/null
// RUN: cd %t && gcc --coverage -O0 -w -DLOOP replay.c -o run -lm && ./run && gcov -b -c -f run-replay.gcda | FileCheck %s --check-prefix GCOV
// GCOV: Function '*coverme_main_of_source'
// GCOV-NEXT: Lines executed:100.00%
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

#ifdef LOOP
// A sum over as many draws as the first draw says.
int main(void) {
  const int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 6);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += __VERIFIER_nondet_double();
  if (n == 3)
    if (sum == 12.5)
      reach_error();
  if (sum < 0)
    abort();
  return 0;
}
#endif

#ifdef MACHINE
// Three states, of which the last is reached by the right draws in order.
int main(void) {
  int state = 0;
  for (int step = 0; step < 8; ++step) {
    const int key = __VERIFIER_nondet_int();
    if (state == 0 && key == 17)
      state = 1;
    else if (state == 1 && key == -4)
      state = 2;
    else if (state == 2 && key > 1000)
      exit(0);
  }
  return state;
}
#endif

#ifdef TYPES
// Draws of several types, in turns.
int main(void) {
  if (__VERIFIER_nondet_uchar() == 200 && __VERIFIER_nondet_bool())
    if (__VERIFIER_nondet_ulong() > 10000000000000000000ul)
      if (__VERIFIER_nondet_long() < -5 && __VERIFIER_nondet_float() == 0.5f)
        return 1;
  return 0;
}
#endif
