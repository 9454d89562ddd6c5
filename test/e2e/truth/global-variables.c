// A pointer of the caller may lead to a variable of the file.
// RUN: %truth %s --max-evals 5000
#include <assert.h>
#include <string.h>

struct S {
  int a, b;
};
extern int number;
extern double numbers[4];
extern struct S record;
extern int *pointer;
extern char bytes[8];
extern _Thread_local int own;
int *hidden(void);
struct S *hiddenRecord(void);

int scalar(int *p);
int scalarBack(int *p);
int element(double *p, int i);
int memberOf(int *p);
int structOf(struct S *p);
int throughPointer(int *p);
int pointerItself(int **p, int *other);
int set(void *p);
int copy(char *p);
int staticOfFile(int *p);
int staticOfFunction(int *p);
int staticRecord(int *p);
int threads(int *p);
int charOf(char *p);
int *storedOne(void);
int behindStored(int x);
int readOnly(const int *p);
int apart(int *restrict p);

#ifndef CALLER
int number;
double numbers[4];
struct S record;
int *pointer;
char bytes[8];
_Thread_local int own;
static int fileLocal;
static struct S recordLocal;
static int *stored;
int *hidden(void) { return &fileLocal; }
struct S *hiddenRecord(void) { return &recordLocal; }

int scalar(int *p) {
  *p = 0;
  number = 5;
  if (*p == 5) // TAKEN: true
    return 1;
  return 0;
}

int scalarBack(int *p) {
  number = 5;
  *p = 0;
  if (number == 5) // TAKEN: false
    return 0;
  return 1;
}

int element(double *p, int i) {
  numbers[i & 3] = 1;
  *p = 2;
  if (numbers[i & 3] == 1) // TAKEN: false
    return 0;
  return 1;
}

int memberOf(int *p) {
  record.b = 1;
  *p = 2;
  if (record.b == 1) // TAKEN: false
    return 0;
  return 1;
}

int structOf(struct S *p) {
  record.b = 1;
  p->b = 2;
  if (record.b == 1) // TAKEN: false
    return 0;
  return 1;
}

int throughPointer(int *p) {
  *p = 0;
  *pointer = 5;
  if (*p == 5) // TAKEN: true
    return 1;
  return 0;
}

int pointerItself(int **p, int *other) {
  pointer = 0;
  *p = other;
  if (pointer) // TAKEN: true
    return 1;
  return 0;
}

int set(void *p) {
  number = 5;
  memset(p, 0, 4);
  if (number == 5) // TAKEN: false
    return 0;
  return 1;
}

int copy(char *p) {
  static const char from[8] = "abcdefg";
  bytes[1] = 'x';
  memcpy(p, from, sizeof from);
  if (bytes[1] == 'x') // TAKEN: false
    return 0;
  return 1;
}

int staticOfFile(int *p) {
  fileLocal = 1;
  *p = 2;
  if (fileLocal == 1) // TAKEN: false
    return 0;
  return 1;
}

int staticOfFunction(int *p) {
  static int *last, inside;
  last = &inside;
  stored = last;
  inside = 1;
  *p = 2;
  if (inside == 1) // TAKEN: false
    return 0;
  return 1;
}

int staticRecord(int *p) {
  recordLocal.a = 1;
  *p = 2;
  if (recordLocal.a == 1) // TAKEN: false
    return 0;
  return 1;
}

int threads(int *p) {
  own = 1;
  *p = 2;
  if (own == 1) // TAKEN: false
    return 0;
  return 1;
}

int charOf(char *p) {
  number = -1;
  p[3] = 0;
  if (number < 0) // TAKEN: false
    return 0;
  return 1;
}

int *storedOne(void) { return stored; }

int behindStored(int x) {
  static int inside;
  stored = &inside;
  if (inside == 77) // TAKEN: true
    return 1;
  inside = 3;
  return 0;
}

int readOnly(const int *p) {
  int before = *p;
  number = before + 1;
  if (*p == before) // TAKEN: false
    return 0;
  return 1;
}

int apart(int *restrict p) {
  *p = 0;
  number = 5;
  if (*p == 5) // PROVED: true
    return 1;
  return 0;
}
#else
int main(void) {
  number = 0;
  assert(scalar(&number));
  assert(scalarBack(&number));
  assert(element(numbers + 1, 1));
  assert(memberOf(&record.b));
  assert(structOf(&record));
  int n;
  pointer = &n;
  assert(throughPointer(&n));
  assert(pointerItself(&pointer, &n));
  assert(set(&number));
  assert(copy(bytes));
  assert(staticOfFile(hidden()));
  staticOfFunction(&n);
  assert(staticOfFunction(storedOne()));
  assert(staticRecord(&hiddenRecord()->a));
  assert(threads(&own));
  assert(charOf((char *)&number));
  behindStored(0);
  *storedOne() = 77;
  assert(behindStored(0));
  assert(readOnly(&number));
  return 0;
}
#endif
