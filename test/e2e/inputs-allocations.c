// Where calls allocate, one of their allocations may fail: in the search, under
// gcov, in tests that are kept, and by `coverme run`.
//
// RUN: %inputs -- %s --entry matrix --allocations fail
// RUN: %inputs -- %s --entry texts --allocations fail
// RUN: %inputs -- %s --entry made --allocations fail
// RUN: %inputs -- %s --entry aligned --allocations fail
//
// The branch for it is open where allocations succeed.
// RUN: %exits 1 %coverme %s --entry matrix --allocations succeed > %t.txt
// RUN: FileCheck %s --check-prefix SUCCEED < %t.txt
// SUCCEED: 2 of 4 branches covered
//
// Where calls allocate, the report says what else there is for a pointer.
// RUN: %exits 1 %coverme %s --entry held | FileCheck %s --check-prefix HELD
// HELD: true deemed infeasible {{.*}} [--allocations fail tries each allocation]
// RUN: %exits 1 %coverme %s --entry held --allocations fail | FileCheck %s --check-prefix TRIED
// TRIED: true deemed infeasible
// TRIED-NOT: tries each allocation
//
// What libc allocates for itself does not count.
// RUN: %coverme %s --entry stream > %t.txt || true
// RUN: FileCheck %s --check-prefix STREAM < %t.txt
// STREAM: 3 of 4 branches covered
// STREAM: failing allocation = 1 {{.*}}-1
//
// Who does not look is told if he asks, with a command that shows it again.
// RUN: %coverme %s --entry unchecked --fail-on-finding
// RUN: %coverme %s --entry unchecked --allocations fail --json %t.json > %t.txt
// RUN: FileCheck %s --check-prefix UNCHECKED < %t.txt
// UNCHECKED: findings that hang on
// UNCHECKED-NEXT: signal: raises SIGSEGV at {{.*}} with {{.*}}failing allocation = 1
// UNCHECKED-NEXT: --allocations=fail
// RUN: %paste-findings %t.json 1
//
// It may be the guess that is wrong: no test case fails for it.
// RUN: %coverme report %t.json --format junit | FileCheck %s --check-prefix JUNIT
// JUNIT: <testsuite {{.*}}failures="0"
// JUNIT: <system-out>raises SIGSEGV
//
// Functions behind pointers write to what the code has allocated, up to the
// block's end; so they do under gcov, in tests that are kept, and with a
// sanitizer, which finds nothing wrong with it.
// RUN: rm -rf %t.steps
// RUN: %exits 1 %coverme %s --entry steps --sanitize undefined --range n=0:40 --allocations succeed --emit c=%t.steps --json %t.json > /dev/null
// RUN: %check-suite --expect findings='[]' --expect branches.covered=12 %t.json
// RUN: gcc %t.steps/steps_test.c -lm -o %t.steps-test
// RUN: %t.steps-test
// RUN: gcc -O2 -fsanitize=address %t.steps/steps_test.c -lm -o %t.steps-test
// RUN: %t.steps-test
// RUN: clang-19 -fsanitize=address %t.steps/steps_test.c -lm -o %t.steps-test
// RUN: %t.steps-test
//
// RUN: rm -rf %t.kept
// RUN: %coverme %s --entry matrix --emit c=%t.kept > %t.txt
// RUN: FileCheck %s --check-prefix KEPT < %t.kept/matrix_test.c
// KEPT: failing allocation = 2
// RUN: gcc -g %t.kept/matrix_test.c -lm -o %t.kept-test
// RUN: %t.kept-test
// RUN: gcc -g -O2 -fsanitize=address,undefined %t.kept/matrix_test.c -lm -o %t.kept-test
// RUN: %t.kept-test
// RUN: clang-19 -g %t.kept/matrix_test.c -lm -o %t.kept-test
// RUN: %t.kept-test
//
// Calls leak so much that no worker gets beyond its first inputs.
// RUN: %coverme %s --entry leaking --max-evals 3000 --no-gcov > %t.txt
// RUN: FileCheck %s --check-prefix LEAKING < %t.txt
// LEAKING: 6 of 6 branches covered
//
// A library may be what allocates.
// RUN: gcc -w -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %inputs -- %s --entry distant --allocations fail -- -DDISTANT %t.so
//
// Nothing is replaced that the code has itself.
// RUN: %exits 1 %coverme %s --entry own -- -DOWN > %t.txt
// RUN: FileCheck %s --check-prefix OWN < %t.txt
// OWN: 1 of 2 branches covered
// RUN: %refuses 2 '.*--allocations fail: the code has a .malloc. of its own.*' %coverme %s --entry own --allocations fail -- -DOWN
//
// What is allocated begins as zeros, in the search and under gcov: what a
// caller's function does not fill, both take for the same.
// RUN: %coverme %s --entry workspace --json %t.json > %t.txt || true
// RUN: FileCheck %s --check-prefix WORKSPACE < %t.txt
// WORKSPACE: workspace: 9 of 10 branches covered
// RUN: %check-suite --expect findings=[] %t.json
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined LIBRARY
double *library_new(int n) { return calloc(n & 7, sizeof(double)); }
void library_delete(double *p) { free(p); }
#elif defined DISTANT
double *library_new(int n);
void library_delete(double *p);
int distant(int n) {
  double *p = library_new(n);
  if (p == NULL)
    return -errno;
  library_delete(p);
  return 0;
}
#elif defined OWN
static char pool[4096];
void *malloc(size_t size) { return size < sizeof pool ? pool : NULL; }
int own(int n) {
  char *p = strdup("");
  if (p == NULL)
    return -1;
  return n;
}
#else

int matrix(unsigned char rows) {
  double **p = malloc((rows + 1) * sizeof *p);
  if (p == NULL)
    return -1;
  p[0] = malloc(100);
  if (p[0] == NULL) {
    free(p);
    return -2;
  }
  free(p[0]);
  free(p);
  return 0;
}

struct state {
  int magic;
  float *values;
};
struct state *leaking(int channels) {
  if (channels <= 0)
    abort();
  struct state *made = calloc(1, sizeof *made);
  if (made != NULL) {
    made->magic = 116853395;
    made->values = calloc(channels, sizeof(float));
    if (made->values == NULL) {
      free(made);
      made = NULL;
    }
  }
  return made;
}

int texts(unsigned char n) {
  char *a = strdup("name"), *b = strndup("name", n);
  int result = 0;
  if (a == NULL)
    result = 1;
  else if (b == NULL)
    result = 2;
  else {
    char *more = realloc(a, 100);
    if (more == NULL)
      result = 3;
    else
      a = more;
  }
  free(a);
  free(b);
  return result;
}

int *made(void) {
  int *p = calloc(4, sizeof *p);
  if (p != NULL)
    p[0] = 1;
  return p;
}

int aligned(unsigned char n) {
  void *p = NULL, *q = aligned_alloc(64, 64);
  int result = 0;
  if (posix_memalign(&p, 64, n) != 0)
    result = 1;
  if (q == NULL)
    result += 2;
  free(p);
  free(q);
  return result;
}

int stream(int n) {
  char text[32] = "";
  FILE *file = fmemopen(text, sizeof text, "w");
  if (file != NULL)
    fclose(file);
  void *p = malloc(10);
  if (p == NULL)
    return -1;
  free(p);
  return n == 7;
}

int unchecked(int n, void **out) {
  int *p = malloc(sizeof *p);
  *out = p;
  *p = n;
  if (n > 7 && n < 7)
    return 2;
  return 1;
}
#endif

int workspace(int n, int fill(double *values, int n)) {
  double *values = malloc(sizeof *values * 8);
  if (values == NULL)
    return -1;
  int found = 0;
  if (fill(values, n) == 0)
    found = values[5] == 0 ? 1 : 2;
  double *more = realloc(values, sizeof *values * 64);
  if (more == NULL) {
    free(values);
    return -1;
  }
  found += more[60] == 0 ? 10 : 20;
  free(more);
  return found;
}

typedef int (*slope)(double t, const double *y, double *dy, void *data);

int steps(slope f, double t, double *y, int n, void *data) {
  double *work = malloc(sizeof(double) * n);
  double *more = calloc(n, sizeof(double));
  int result = -1;
  if (work == NULL || more == NULL || f(t, y, work, data) != 0)
    goto end;
  more = realloc(more, 2 * sizeof(double) * n);
  if (more == NULL || f(t, work, more + n, data) != 0)
    goto end;
  double error = 0;
  for (int i = 0; i < n; ++i)
    if (fabs(more[n + i] - work[i]) > error)
      error = fabs(more[n + i] - work[i]);
  result = error > 1;
end:
  free(more);
  free(work);
  return result;
}

int held(int n) {
  void *p = malloc(8);
  if (p == (void *)16)
    return 1;
  free(p);
  return n > 3;
}
