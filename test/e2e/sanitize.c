// --sanitize: undefined behaviour and bad memory accesses that a call survives
// are findings, with a simple input and a command that shows them again.
// RUN: %exits 0 %coverme %s --entry sums --no-gcov --sanitize undefined --json %t.json > %t.txt
// RUN: FileCheck %s --check-prefix SUMS < %t.txt
// RUN: %paste-findings %t.json 2
// SUMS: findings
// SUMS-DAG: sanitizer: undefined: signed integer overflow: {{.*}} at sanitize.c:[[@LINE+21]] with
// SUMS-DAG: sanitizer: undefined: {{.*}} is outside the range of representable values of type 'int' at sanitize.c:[[@LINE+23]] with n = 0, x = 
// SUMS-DAG: coverme run {{.*}} --sanitize=undefined

// Both at once, in the order of the list of both; each line once.
// RUN: %exits 1 %coverme %s --entry table --no-gcov --sanitize undefined,address --fail-on-finding --json %t.json
// RUN: %check-suite --expect options.sanitize='["address", "undefined"]' --expect findings.0.inputs.0.value='"4"' %t.json
// RUN: %paste-findings %t.json 2
// RUN: %exits 1 %coverme %s --entry table --no-gcov --sanitize address --fail-on-finding --json %t.json
// RUN: %check-suite --expect findings.0.detail='"address: stack-buffer-overflow, read of 4 bytes at sanitize.c:37"' --expect findings.0.inputs.0.value='"4"' %t.json

// The same bytes again, and nothing where there is nothing.
// RUN: %exits 1 %coverme %s --entry table --no-gcov --sanitize address --fail-on-finding --json %t.again
// RUN: %same-suite %t.json %t.again
// RUN: %exits 0 %coverme %s --entry fine --no-gcov --sanitize address,undefined --fail-on-finding
// RUN: %exits 0 %coverme run %s --entry sums --input 1 --input 1 --sanitize undefined

// RUN: %refuses 2 "coverme: error: --sanitize: unknown sanitizer 'adress'; did you mean 'address'\?" %coverme %s --entry sums --sanitize undefined,adress
// RUN: %refuses 2 "coverme: error: --sanitize: unknown sanitizer 'x' \(one of address, undefined\).*" %coverme run %s --entry sums --sanitize x
int sums(int n, double x) {
  if (n > 5)
    return n + 1000000000;
  if (x > 1.0)
    return 3;
  return (int)x;
}

int table(int n) {
  volatile int numbers[4] = {1, 2, 3, 4};
  if (n >= 0 && n < 6)
    return numbers[n];
  return 0;
}

double fine(double x) { return x > 1.0 ? x + 1.0 : x - 1.0; }

// Without clang's own libraries: what to install.
// RUN: mkdir -p %t.rt && printf '#!/bin/sh\nexec clang-19 -resource-dir %t.rt "$@"\n' > %t.clang && chmod +x %t.clang && sh -c 'ln -sfn $(clang-19 -print-resource-dir)/include %t.rt/include'
// RUN: %refuses 2 "coverme: error: --sanitize needs clang's own libraries, which are not installed \(Debian: apt-get install libclang-rt-[0-9]+-dev\)" %coverme %s --entry fine --sanitize address --clang %t.clang
