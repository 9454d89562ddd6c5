// Tests are programs: functions of the file are called ahead of the entry where
// it takes more than an argument to get to a branch.
//
// An object that only the file can make: eight nodes in a row.
// RUN: %coverme %s --entry through --json %t.json | FileCheck %s --check-prefix FILL
// RUN: %check-suite --expect branches.covered=6 --expect gcov.branches.taken=6 --expect options.inputs.setup=[] %t.json
// FILL: 6 of 6 branches covered
// FILL: ring_init(r, {{.*}}); through(r, {{.*}})  ->  1
//
// One that a function returns, null for some numbers.
// RUN: %coverme %s --entry last -o %t.last --json %t.json | FileCheck %s --check-prefix MAKE
// RUN: %check-suite --expect branches.covered=4 --expect gcov.branches.taken=4 %t.json
// MAKE: s = stack_make(42); last(s)  ->  1
// RUN: %coverme report %t.json | FileCheck %s --check-prefix MAKE
// RUN: %coverme explain %t.json 105 | FileCheck %s --check-prefix EXPLAIN
// EXPLAIN: call      s = stack_make(stack_make.count)
// EXPLAIN-NEXT: call      last(s)
// The kept tests are programs, too.
// RUN: gcc -O0 %t.last/replay.c -o %t.replay
// RUN: %t.replay | FileCheck %s --check-prefix REPLAY
// REPLAY: coverme-result [[#]] 1
//
// What an earlier call has left, in a variable of its own or of the file.
// RUN: %coverme %s --entry cached | FileCheck %s --check-prefix CACHED
// CACHED: 4 of 4 branches covered
// CACHED: cached([[X:.*]]); cached([[X]])  ->  1
// RUN: %coverme %s --entry moded | FileCheck %s --check-prefix MODED
// MODED: 2 of 2 branches covered
// MODED: set_mode(42); moded({{.*}})  ->  1
//
// A state machine whose end is three calls away.
// RUN: %coverme %s --entry machine --json %t.json | FileCheck %s --check-prefix MACHINE
// RUN: %check-suite --expect branches.covered=12 %t.json
// MACHINE: machine(97); machine(98); machine(99); machine({{.*}})  ->  9
//
// One whose end is as far away as its input says, and another whose state only
// a second function sees.
// RUN: %coverme %s --entry frame --json %t.json | FileCheck %s --check-prefix FRAME
// RUN: %check-suite --expect branches.covered=14 --expect gcov.branches.taken=14 %t.json
// FRAME: frame(181); frame(1); frame([[DATA:.*]]); frame([[DATA]])  ->  1
// RUN: %coverme %s --entry level | FileCheck %s --check-prefix LEVEL
// LEVEL: 4 of 4 branches covered
//
// What goes wrong ahead of the entry is no finding; what the entry does is one,
// and its command has the calls.
// RUN: %coverme %s --entry falls | FileCheck %s --check-prefix FALLS
// FALLS: findings
// FALLS-NEXT: signal: raises SIGSEGV at setup.c:[[#@LINE+135]] with grow(12)
// FALLS-NEXT: coverme run {{.*}} --entry falls '--setup=grow(grow.k)' --input=12
// FALLS-NOT: signal
// RUN: %exits 1 %coverme run %s --entry falls '--setup=grow(grow.k)' --input=12 | FileCheck %s --check-prefix AGAIN
// AGAIN: falls(grow.k = 12)
// AGAIN-NEXT: ->  SIGSEGV
// AGAIN-NEXT: signal: raises SIGSEGV
//
// Nothing of it shows where it brings nothing.
// RUN: %exits 1 %coverme %s --entry fruitless --json %t.json | FileCheck %s --check-prefix FRUITLESS
// RUN: %check-suite --expect inputs='[{"name": "x", "type": "int"}]' %t.json
// FRUITLESS-NOT: set_mode
//
// With bounds, it is not tried: a call ahead need not keep to them.
// RUN: %exits 1 %coverme %s --entry moded --range x=0:9 -q | FileCheck %s --check-prefix BOUNDS
// BOUNDS: 1 of 2 branches covered
//
// --setup has it made in each test.
// RUN: %exits 1 %coverme %s --entry last --setup 's = stack_make(n)' --range n=5:9 | FileCheck %s --check-prefix OPTION
// OPTION: s = stack_make([[#]]); last(s)
// OPTION-NOT: s->
// RUN: %exits 1 %coverme %s --entry hidden --setup 'h = hidden_make(3)' | FileCheck %s --check-prefix HIDDEN
// HIDDEN: 3 of 4 branches covered
// HIDDEN: h = hidden_make(3); hidden(h, {{.*}})
// RUN: %coverme run %s --entry last --setup 's = stack_make(n)' --input 42 | FileCheck %s --check-prefix ONCE
// ONCE: last(n = 42)
// ONCE-NEXT: ->  1

#include <stdlib.h>

struct node { struct node *next; double value; };
struct ring { struct node *first, nodes[8]; double scale; };
void ring_init(struct ring *r, double scale) {
  for (int i = 0; i < 8; ++i)
    r->nodes[i] = (struct node){i < 7 ? &r->nodes[i + 1] : 0, i * scale};
  r->first = r->nodes;
  r->scale = scale;
}
void ring_free(struct ring *r) { r->first = 0; }
int through(const struct ring *r, double x) {
  int count = 0;
  for (const struct node *node = r->first; node; node = node->next)
    ++count;
  return count == 8 && x > 6.5;
}

struct stack { int count; double *values; };
struct stack *stack_make(int count) {
  if (count < 0 || count > 100)
    return 0;
  struct stack *s = malloc(sizeof *s);
  s->count = count;
  s->values = calloc(count + 1, sizeof *s->values);
  s->values[count] = count;
  return s;
}
int last(struct stack *s) {
  return s->values[s->count] == 42 && s->count == 42;
}

double cached(double x) {
  static int isThere;
  static double before;
  if (isThere && x == before)
    return 1;
  isThere = 1;
  before = x;
  return 0;
}

// A byte that begins, a length, so many bytes, and their sum.
int frame(unsigned char byte) {
  static int state, wanted;
  static unsigned char sum;
  if (state == 0) {
    if (byte == 181)
      state = 1;
    return 0;
  }
  if (state == 1) {
    if (byte == 0 || byte > 32)
      return state = 0, -1;
    state = 2, wanted = byte, sum = 0;
    return 0;
  }
  if (state == 2) {
    sum += byte;
    state = --wanted == 0 ? 3 : 2;
    return 0;
  }
  state = 0;
  return byte == sum;
}

static int filled;
void fill(double x) {
  if (x > 0.25 && filled < 9)
    ++filled;
}
int level(int low) { return filled == 7 ? 1 : filled > low ? 2 : 0; }

static int mode;
void set_mode(int to) { mode = to == 42 ? 3 : 1; }
int moded(int x) {
  if (mode == 3)
    return 1;
  return x & 2;
}
int fruitless(int x) {
  if (mode == 7)
    return 1;
  return x & 2;
}

int machine(int c) {
  static int state;
  if (state == 3)
    return 9;
  if (state == 2)
    state = c == 'c' ? 3 : 0;
  else if (state == 1)
    state = c == 'b' ? 2 : 0;
  else if (c == 'a')
    state = 1;
  return 0;
}

static int size;
void grow(int k) {
  if (k == 7)
    *(volatile int *)0 = 1;
  size = k;
}
int falls(void) {
  if (size == 12)
    return *(volatile int *)8;
  return 0;
}

struct hidden;
struct hidden *hidden_make(double x) {
  double *h = malloc(sizeof *h);
  *h = x;
  return (struct hidden *)h;
}
int hidden(struct hidden *h, double x) {
  if (*(double *)h == 3 && x > 1)
    return 1;
  return 0;
}

// The program runs constructors itself, once.
// RUN: %exits 1 %coverme %s --entry begun | FileCheck %s --check-prefix BEGUN
// BEGUN: 1 of 2 branches covered
// BEGUN-NOT: set_up(
static int starts;
__attribute__((constructor)) static void set_up(void) { ++starts; }
int begun(int x) {
  if (starts > 1)
    return 1;
  return x;
}
