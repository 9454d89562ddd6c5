// A test that dies in gcc's build puts in question what it alone covers, and
// nothing else.
// RUN: %exits 0 %coverme %s --entry divides --json %t.json | FileCheck %s --check-prefix DIVIDES
// RUN: %check-suite --expect branches.covered=4 --expect findings.0.kind='"replay-differs"' %t.json
// DIVIDES: replay-differs: does not return when compiled by gcc: it ends by signal 8 (Floating point exception) with x = 7
//
// There are other witnesses, of which most do not crash:
// RUN: %exits 0 %coverme %s --entry sometimes --json %t.json -q && %check-suite --expect branches.covered=4 %t.json
//
// RUN: %exits 0 %coverme %s --entry aborts --json %t.json -q && %check-suite --expect branches.covered=4 %t.json
// RUN: %exits 0 %coverme %s --entry leaves --json %t.json -q && %check-suite --expect branches.covered=4 %t.json
//
// One that ends when compiled by clang alone covers nothing on that way.
// RUN: %exits 1 %coverme %s --entry onlyClang | FileCheck %s --check-prefix CLANG
// CLANG: 1 of 2 branches covered
// CLANG: true open
// CLANG-NEXT: the call that takes it ends otherwise: it returns when compiled by gcc, SIGABRT before
// CLANG: replay-differs: returns when compiled by gcc, SIGABRT before with n = 7
//
// gcc's code calls a function that nobody defines, ahead of the branch.
// RUN: %exits 1 %coverme %s --entry adds --max-evals 1000 | FileCheck %s --check-prefix ADDS
// ADDS: adds: 0 of 2 branches covered
// ADDS: is not seen on line [[#]] before
// ADDS: it ends by signal 4 (Illegal instruction), perhaps in a call of '__atomic_feraiseexcept', which nobody defines with x =

int divides(int x) {
    volatile int z = 0;
    if (x == 7) {
        int q = 5 / z;
        (void)q;
    }
    if (x > 3)
        return 1;
    return 0;
}

int sometimes(int x) {
    volatile int z = x & 1;
    if (x > 7) {
        int q = 5 / z;
        (void)q;
    }
    if (x > 3)
        return 1;
    return 0;
}

#include <stdlib.h>
#include <unistd.h>

#ifdef __clang__
#define ONLY_GCC(what) (void)0
#else
#define ONLY_GCC(what) what
#endif

int aborts(int x) {
    if (x > 1000)
        ONLY_GCC(abort());
    if (x == 5)
        return 1;
    return 0;
}

int leaves(int x) {
    if (x > 1000)
        ONLY_GCC(_exit(0));
    if (x == 5)
        return 1;
    return 0;
}

int onlyClang(int n) {
  if (n == 7) {
#ifdef __clang__
    abort();
#endif
    return 1;
  }
  return 0;
}

// clang-format off
static _Atomic double sum;
int adds(double x) { sum = 0; sum += x; if (sum > 3) return 1; return 0; }
