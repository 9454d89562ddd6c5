// Findings: each place once, whatever was covered on the way to it; with the
// simplest input; and a command that shows it again.
// RUN: %exits 1 %coverme %s --entry oneLine --json %t.json --prove off -- -DUNUSED="a b;'c'"
// RUN: %check-suite --expect findings.0.kind='"signal"' --expect findings.0.place='{"file": "findings.c", "line": 37, "exact": true}' --expect findings.0.inputs.0.value='"0x1p+0"' --expect findings.0.inputs.1.value='"0"' %t.json
// RUN: %paste-findings %t.json 1

// Below a library's function, too; an exit is none.
// RUN: %exits 1 %coverme %s --entry below --json %t.json --no-gcov --max-evals 2000 > %t.txt
// RUN: %paste-findings %t.json 2
// RUN: FileCheck %s --check-prefix BELOW < %t.txt
// BELOW: findings
// BELOW-DAG: signal: raises SIGSEGV at findings.c:[[@LINE+33]] with n = 3
// BELOW-DAG: coverme run {{.*}}findings.c --entry below --input=3
// BELOW-DAG: endless-loop: loops without an end, last seen at findings.c:[[@LINE+35]] with n = 1000001

// Any NaN, and a parameter that does not matter.
// RUN: %exits 0 %coverme %s --entry pickyAboutNan --no-gcov --json %t.json
// RUN: %check-suite --expect findings.0.inputs='[{"bits": "0x7ff0000000000005", "value": "nan(0x5)"}, {"bits": "0x00000000", "value": "0x0p+0"}, {"bits": "0x01", "value": "1"}]' %t.json
// RUN: %paste-findings %t.json 1

// What only happens after other calls has no command, and says so.
// RUN: %exits 1 %coverme %s --entry forgetful --no-gcov --json %t.json
// RUN: %check-suite --expect findings.0.reproduce=null --expect findings.0.detail='"raises SIGILL, last seen at findings.c:64, but not when called alone"' %t.json
// RUN: %paste-findings %t.json 0

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

double oneLine(double x, int flags) {
  int *where = 0;
  if (x == x && x > 0.0) {
    if (flags > 5)
      flags = 5;
    if (flags < -5)
      flags = -5;
    *(volatile int *)where = flags;
  }
  return x;
}

int below(int n) {
  char buffer[4];
  if (n == 3)
    strcpy((char *)8, memset(buffer, n, 4));
  if (n < -100)
    exit(7);
  if (n > 1000000)
    for (volatile int i = 0; i != n;)
      ;
  return 0;
}

int pickyAboutNan(double x, float unused, bool flag) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  if (bits == 0x7ff0000000000005 && flag)
    __builtin_trap();
  return x > 1.0;
}

int forgetful(double x) {
  const char *calls = getenv("CALLS");
  if (calls && strlen(calls) == 9) // the environment is no variable of this file
    __builtin_trap();
  char more[16] = "x";
  if (calls)
    strncpy(more + 1, calls, 10);
  setenv("CALLS", more, 1);
  return x > 1.0;
}
