// Objects that the code gives back are from the heap in every test of it: in
// the search, the replay, tests that are kept, and by `coverme run`.
//
// RUN: %inputs -- %s --entry table_free
// RUN: %inputs --some 'v["p[0]"] == 2.5' -- %s --entry grown --allocations succeed
// RUN: %inputs -- %s --entry taken
//
// Of no bytes, realloc gives back what there was, and nothing new, as glibc's.
// RUN: %coverme %s --entry shrunk --fail-on-finding > %t.txt
// RUN: FileCheck %s --check-prefix SHRUNK < %t.txt
// SHRUNK: shrunk: 2 of 2 branches covered
//
// A second time is a fault of the code's, as it is with libc.
// RUN: %coverme %s --entry twice --fail-on-finding --json %t.json > %t.txt || true
// RUN: FileCheck %s --check-prefix TWICE < %t.txt
// TWICE: 2 of 2 branches covered, 1 of them only by tests that end in SIGABRT
// TWICE: --heap=p
// RUN: %paste-findings %t.json 1
//
// What a function gives back is not looked at after the call.
// RUN: rm -rf %t.kept
// RUN: %coverme %s --entry given --emit c=%t.kept > %t.txt
// RUN: gcc -g -fsanitize=address,undefined %t.kept/given_test.c -lm -o %t.kept-test
// RUN: env ASAN_OPTIONS=detect_leaks=0 %t.kept-test
//
// Where one row of a matrix is from the heap, so are the others. A matrix does
// not get as many rows as there are in some constant.
// RUN: %inputs -- %s --entry rows_free
// RUN: %coverme %s --entry rows_free | FileCheck %s --check-prefix ROWS
// ROWS: rows_free: 6 of 6 branches covered
// ROWS: calls that meet m->row[32] do not count
//
// The user may say so, of a function that keeps the pointer for another one.
// RUN: %exits 0 %coverme run %s --entry given --heap p --input 3 --input 0
// RUN: %refuses 2 '.*--heap q: .given. has no pointer of this name.*' %coverme %s --entry given --heap q
//
// A library may be what gives back, and what ends the call.
// RUN: gcc -w -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %inputs -- %s --entry given_away -- -DAWAY %t.so
#include <stdlib.h>

struct table {
  double *values;
  char *name;
  int count;
  struct table *next;
};

#if defined LIBRARY
void library_free(void *memory) { free(memory); }
#elif defined AWAY
void library_free(void *memory);
int given_away(struct table *t) {
  library_free(t->values);
  if (t->count == 12345)
    library_free(t->name);
  library_free(t);
  return 1;
}
#else

struct matrix {
  int state, rows;
  double **row;
};

int rows_free(struct matrix *m) {
  if (m->state != 137)
    return 0;
  for (int i = 0; i < m->rows; ++i)
    free(m->row[i]);
  if (m->rows > 0)
    free(m->row);
  return 1;
}

int table_free(struct table *t) {
  if (t == NULL)
    return 0;
  if (t->values != NULL)
    free(t->values);
  if (t->name != NULL)
    free(t->name);
  const int count = t->count;
  free(t);
  return count > 3 ? 1 : 2;
}

int twice(double *p, int n) {
  free(p);
  if (n == 7) {
    free(p);
    return 1;
  }
  return 0;
}

int grown(double *p, int n) {
  p = realloc(p, (size_t)(n & 15) * 8 + 16);
  p[1] = n;
  return p[0] == 2.5 && p[1] == 9;
}

int shrunk(double **p, unsigned n) {
  double *moved = realloc(*p, n * sizeof **p);
  if (moved == NULL)
    return 0;
  *p = moved;
  return 1;
}

int taken(double **p, int n) {
  if (n > 0 && p[0][0] > 100)
    return 1;
  free(p[0]);
  p[0] = NULL;
  return 0;
}

double given(double *p, int n) {
  const double value = *p;
  if (n > 5)
    free(p);
  return value;
}
#endif
