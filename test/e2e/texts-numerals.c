// Where code reads numbers from texts, its numbers are tried as texts, those
// beside them, and some that are no numbers or too large.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 5 functions run (1 without branches); 30 of 30 branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open; 0 findings,
//
// RUN: %coverme %s --entry whole | FileCheck %s --check-prefix WHOLE
// WHOLE: text = "1000"  ->  1
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int whole(const char *text) {
  if (atoi(text) == 1000)
    return 1;
  return atoi(text) < -54321 ? 2 : 3;
}

int real(const char *text) {
  const double x = atof(text);
  if (isnan(x))
    return 1;
  if (isinf(x))
    return x < 0 ? 2 : 3;
  return x == 451.25 ? 4 : 5;
}

int limits(const char *text) {
  char *end;
  errno = 0;
  const long number = strtol(text, &end, 10);
  if (end == text)
    return 1;
  if (errno == ERANGE)
    return number < 0 ? 2 : 3;
  return *end != 0 || number < 70000 ? 4 : 5;
}

static float read(const char *text) { return strtof(text, 0); }

int through(const char *text) {
  return read(text) > 8388608.0f ? 1 : 2;
}
