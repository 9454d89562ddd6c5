// What a pointer leads to when the object there does not live any more: a
// parameter, a variable of an inner block, or a compound literal, whose life
// ends with the block around it. clang keeps these for longer than gcc does.
// RUN: %truth --build 'gcc -O1' %s
#include <assert.h>
#include <stddef.h>
struct List {
  int count;
  const int *numbers;
};
int parameter(int x);
int counter(signed char x);
int allocated(int x);
int either(int x);
int inSwitch(int x);
int inList(int x);
int inLoop(signed char x);
int readAtOnce(int x);
int ofOwnBlock(int x);
int byValue(int x);
int walked(int x);

#ifndef CALLER
static int *ofParameter(int n) {
  int *p = &n;
  return p;
}
int parameter(int x) {
  int *p = ofParameter(x);
  if (*p != x) // TAKEN: true
    return 1;
  return 0;
}

int counter(signed char x) {
  int *p;
  for (int i = 0; i < 1; i++)
    p = &i;
  if (*p == 1) // TAKEN: false
    return 0;
  return 1;
}

static int *ofAlloca(int n) {
  int *p = __builtin_alloca(sizeof *p);
  *p = n;
  return p;
}
int allocated(int x) {
  int *p = ofAlloca(x);
  if (*p != x) // TAKEN: true
    return 1;
  return 0;
}

int either(int x) {
  int *p;
  if (x)
    p = (int[]){1};
  else
    p = &(int){2};
  const int written = x ? 1 : 2;
  if (*p == written) // TAKEN: false
    return 0;
  return 1;
}

int inSwitch(int x) {
  const char *text = NULL;
  switch (x) {
  case 'a':
    text = (char[]){"a"};
    break;
  default:
    return 0;
  }
  if (*text != x) // TAKEN: true
    return 1;
  return 0;
}

int inList(int x) {
  struct List list;
  if (x & 1)
    list = (struct List){1, (int[]){x}};
  else
    list = (struct List){2, (int[]){x, 2}};
  int sum = 0;
  for (int i = 0; i < list.count; i++)
    sum += list.numbers[i];
  const int wanted = x & 1 ? x : x + 2;
  if (sum != wanted) // TAKEN: true
    return 1;
  return 0;
}

int inLoop(signed char x) {
  const int *p;
  do
    p = (const int[]){x};
  while (0);
  if (*p != x) // TAKEN: true
    return 1;
  return 0;
}

int readAtOnce(int x) {
  if (x > 0)
    if (((int[]){1, x})[0] > 2) // PROVED: true
      return 1;
  return 0;
}

int ofOwnBlock(int x) {
  int *p = (int[]){x, 1};
  if (p[1] != 1) // PROVED: true
    return 1;
  return 0;
}

int byValue(int x) {
  struct List list;
  if (x > 0)
    list = (struct List){3, NULL};
  else
    list = (struct List){.count = 4};
  if (list.count < 3) // PROVED: true
    return 1;
  return 0;
}

int walked(int x) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int numbers[3] = {1, 2, 3};
    for (int *p = numbers; p < numbers + 3; p++)
      sum += *p;
  }
  if (sum != 12) // PROVED: true
    return x;
  return 0;
}
#else
int main(void) {
  assert(parameter(1));
  assert(counter(1));
  assert(allocated(1));
  assert(either(1));
  assert(inSwitch('a'));
  assert(inList(1));
  assert(inLoop(1));
  return 0;
}
#endif
