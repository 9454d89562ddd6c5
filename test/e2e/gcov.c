// The numbers are gcov's own, whichever compiler, flags and scope. What clang
// and gcc count differs, so GNU gcov by hand speaks for gcc only.
// RUN: %exits 0 %coverme %s --entry outer --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: FileCheck %s --check-prefix GCC < %t.json
// GCC: "compiler": "gcc"
// RUN: %exits 0 %coverme %s --entry outer --callees --json %t.json -q && %check-suite %t.json && %gcov-by-hand %t.json --file
// RUN: %exits 0 %coverme %s --entry outer --json %t.json -q -- -DSIMPLE && %check-suite %t.json && %gcov-by-hand %t.json -- -DSIMPLE
// RUN: %exits 0 %coverme %s --entry outer --gcov-cc clang-19 --json %t.json -q && %check-suite --expect gcov.compiler='"clang-19"' %t.json
// RUN: FileCheck %s --check-prefix CLANG < %t.json
// CLANG: "compiler": "clang-19"
// CLANG-NEXT: "lines": {
// CLANG-NEXT: "covered": {{[1-9]}}
// CLANG: "branches": {
// CLANG-NEXT: "taken": {{[1-9]}}
// CLANG-NEXT: "total": {{[1-9]}}
// RUN: %exits 0 %coverme %s --entry outer --no-gcov --json - | %check-suite --expect gcov=null -
//
// It makes no difference which ends first, the replay's compiler or the search.
// RUN: mkdir -p %t && printf '#!/bin/sh\nsleep 1\nexec /usr/bin/gcc "$@"\n' > %t/gcc && chmod +x %t/gcc
// RUN: bash -c 'PATH=%t:$PATH %exits 0 %coverme %s --entry outer --json %t.json -q' && %check-suite %t.json && %gcov-by-hand %t.json
// RUN: %exits 0 %coverme %s --entry outer --json %t2.json -q && %same-suite %t.json %t2.json

static double inner(double x) {
  if (x > 1e3)
    return 1e3;
  if (x != x)
    return 0.0;
  return x;
}

double outer(double x, int n) {
#ifdef SIMPLE
  return n > 3 ? inner(x) : x;
#else
  double sum = 0.0;
  for (int i = 0; i < n && i < 10; ++i)
    sum += inner(x);
  if (sum * sum < 0.0) // infeasible
    return inner(sum);
  return sum;
#endif
}
