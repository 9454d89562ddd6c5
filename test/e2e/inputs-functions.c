// Pointers to functions lead to functions that are made up, whose results are
// inputs in the order of their calls; with --stub and --stub-undefined, so are
// others that a file does not define, which then can be tested alone.
//
// RUN: %inputs --inputs 'x: double; f()#1: double; f()#2: double; f()#3: double; f()#4: double' --some 'v["f()#1"] > 2 and v["f()#2"] == -1.5' -- %s --entry applies | FileCheck %s --check-prefix APPLIES
// APPLIES: f()#1 = {{.*}}, f()#2 = -1.5 (-0x1.8p+0)
// RUN: %inputs --some 'v["ops->compare()#1"] == 3 and v["ops->bias"] == 7' -- %s --entry table
// RUN: %inputs --findings 0 -- %s --entry notifies
//
// What they write through their parameters is an input, too: one number to a
// variable of the code's, and to an object of the caller's as many as there are.
// A pointer that is compared with null may be null.
// RUN: %inputs --inputs 'limit: double; f(*2)#1: double; f(*2)#2: double; f(*2)#3: double; f(*2)#4: double; f(*3)#1: int; f(*3)#2: int; f(*3)#3: int; f(*3)#4: int; f: void (*)(const double *, double *, int *)' --some 'v["f"] == 1' --some 'v["f(*3)#1"] == 77 and result == 3' -- %s --entry fills
//
// So are the numbers that a struct consists of, one struct to each pointer;
// neither its pointers nor what its type says is not to be written. A struct of
// many numbers stays as it is.
// RUN: %inputs --inputs 'f(*2).at[0]#1: double; f(*2).at[0]#2: double; f(*2).at[0]#3: double; f(*2).at[0]#4: double; f(*2).at[1]#1: double; f(*2).at[1]#2: double; f(*2).at[1]#3: double; f(*2).at[1]#4: double; f(*2).face#1: short; f(*2).face#2: short; f(*2).face#3: short; f(*2).face#4: short' --some 'result == 3' --some 'result == 4' --every 'result < 5' --exit 1 --uncovered 3 -- %s --entry supports
// RUN: %inputs --some 'result == 1' --exit 1 --uncovered 1 -- %s --entry fillsMany
//
// One that is passed memory, a number of bytes, and what to read from or write to,
// passes on as many bytes as it says: all but those that are missing.
// RUN: %inputs --some 'result == 3 and v["(*3) - io->read()#2"] <= 0' --some 'result == 2' --some 'result == 1' --findings 0 -- %s --entry parses
// RUN: %inputs --some 'result == 1' -- %s --entry saves
// One that returns a pointer gives memory of the size that it is passed, or an
// object; or null.
// RUN: %inputs --some 'result == 2' --some 'result == 1' --findings 0 -- %s --entry allocates
// RUN: %inputs --some 'result == 2' --some 'result == 1' --findings 0 -- %s --entry opens
//
// Later numbers are made up, so that a loop that waits for one ends. --range
// bounds them all.
// RUN: %inputs --some 'result == 0' --every 'all(0 <= v[f"unit()#{i}"] <= 1 for i in range(1, 5))' -- %s --entry rejects --range 'unit()=0:1'
// RUN: %coverme run %s --entry rejects --range 'unit()=0:1' --input 0 --input 0 --input 0 --input 0 | FileCheck %s --check-prefix REJECTS
// REJECTS: ->  {{[0-9]+$}}
// Where branches are left over, calls that use up the four have sixteen; --array
// says how many there are.
// RUN: %inputs --some 'result == 1' --some 'v["next()#7"] != 0 and v["next()#8"] == 0' -- %s --entry counts | FileCheck %s --check-prefix COUNTS
// COUNTS: next()#7 =
// RUN: %inputs --some 'result == 1' --some 'v["f()#7"] > v["f()#8"]' -- %s --entry greatest
// RUN: %inputs --inputs 'next()#1: int; next()#2: int' --every 'result != 1' --exit 1 --uncovered 1 -- %s --entry counts --array 'next()=2'
// RUN: %refuses 2 "coverme: error: --array next\(\): how many results are inputs is a number from 1 on" %coverme %s --entry counts --array 'next()=0'
// RUN: %refuses 2 "coverme: error: --array nxt\(\): 'counts' has no pointer of this name; did you mean 'next\(\)'.*" %coverme %s --entry counts --array 'nxt()=2'
//
// A number that came twice comes again for a while: that is what a loop may want.
// RUN: %inputs --some 'result == 0' --some 'result == 1' -- %s --entry polls
//
// Undefined ones, all or by name; of the C library, too.
// RUN: %inputs --inputs 'n: int; ready()#1: int; ready()#2: int; ready()#3: int; ready()#4: int; sensor()#1: double; sensor()#2: double; sensor()#3: double; sensor()#4: double; wide()#1: long double; wide()#2: long double; wide()#3: long double; wide()#4: long double' --some 'v["sensor()#1"] == 451 and v["ready()#1"] == 0' --some 'v["wide()#1"] == 0.5' -- %s --entry control --stub-undefined -- -DALONE
// --range bounds these, too, and a constructor has the least of each.
// RUN: %inputs --every '5 <= v["ready()#1"] <= 9' --some 'result == 2' --every 'result != 3' --exit 1 --uncovered 2 -- %s --entry calibrated --stub-undefined --range 'ready()=5:9' -- -DALONE
// RUN: %refuses 2 "coverme: error: --range redy\(\): 'calibrated' has no input of this name.*" %coverme %s --entry calibrated --stub-undefined --range 'redy()=5:9' -- -DALONE
// One that does not come back ends the call, and nothing is covered behind it.
// RUN: %inputs --every 'result != 1' --uncovered 1 -- %s --entry gives_up --stub-undefined -- -DALONE
// The numbers of a struct are inputs, also of one that is returned in memory.
// RUN: %inputs --some 'v["rotation().rows[1][0]#1"] != 0 and result == 1' --some 'result == 2' -- %s --entry turned --stub-undefined -- -DALONE
// RUN: %inputs --some 'result == 1' --some 'v["rand()#2"] == 77' -- %s --entry throws --stub rand
// RUN: %refuses 2 "coverme: error: --stub throws: the file calls no function of this name that it does not define.*" %coverme %s --entry throws --stub throws
// RUN: %exits 3 %coverme %s --entry control --stub ready -- -DALONE 2>&1 | FileCheck %s --check-prefix LINK
// LINK: coverme: error: '{{.*}}' does not link: nobody defines {{.*}}--stub-undefined
//
// Both in one; the replay that -o keeps has the stubs, and compiles with gcc and
// nothing else.
// RUN: rm -rf %t && %exits 0 %coverme %s --entry pair --stub-undefined -o %t -- -DALONE > /dev/null
// RUN: cd %t && gcc --coverage -O0 -w -DALONE replay.c -o run -lm && ./run && gcov -b -c -f run-replay.gcda | FileCheck %s --check-prefix GCOV
// GCOV: Function 'pair'
// GCOV-NEXT: Lines executed:100.00% of 4

int counts(int (*next)(void)) {
  int n = 0;
  while (next())
    ++n;
  if (n == 7)
    return 1;
  return 0;
}

int greatest(double (*f)(double)) {
  double most = -1;
  int at = 0;
  for (int i = 0; i < 8; ++i) {
    const double value = f(i);
    if (value > most) {
      most = value;
      at = i;
    }
  }
  if (at == 6)
    return 1;
  return 0;
}

int polls(int (*status)(void)) {
  for (int i = 0; i < 12; ++i)
    if (status() != 0)
      return 1;
  return 0;
}

struct file;
struct io {
  struct file *(*open)(struct io *, const char *);
  int (*read)(struct file *, void *, int);
  unsigned long (*write)(const void *, unsigned long, unsigned long, void *);
  void *(*alloc)(struct io *, unsigned long);
  void (*free)(void *);
  struct node {
    int value;
    struct node *next;
  } *(*find)(struct io *, int);
};

int parses(const struct io *io, struct file *file) {
  unsigned char head[8], rest[100];
  if (io->read(file, head, 8) != 8)
    return 1;
  if (head[0] != 'M' || head[1] != 'Z')
    return 2;
  return io->read(file, rest, 100) == 100 && rest[5] == 77 ? 3 : 0;
}

int saves(const struct io *io, void *file) {
  const double values[4] = {1, 2, 3, 4};
  return io->write(values, sizeof *values, 4, file) == 4 ? 1 : 0;
}

int allocates(struct io *io, int n) {
  double *memory = io->alloc(io, 1000);
  if (!memory)
    return 1;
  memory[124] = n;
  const int result = memory[124] == 5 ? 2 : 0;
  io->free(memory);
  return result;
}

int opens(struct io *io) {
  const struct node *node = io->find(io, 1);
  if (!node)
    return 1;
  return node->value == 451 ? 2 : 0;
}

double applies(double x, double (*f)(double)) {
  const double y = f(x);
  if (y > 2)
    return f(y) == -1.5 ? 1 : 2;
  return 0;
}

struct operations {
  int bias;
  int (*compare)(const void *, const void *);
};

int table(const struct operations *ops) {
  if (ops->compare(ops, ops) == 3 && ops->bias == 7)
    return 1;
  return 0;
}

int notifies(int level, void (*callback)(int)) {
  if (level > 3) {
    callback(level);
    return 1;
  }
  return 0;
}

int fills(double limit, void (*f)(const double *, double *, int *)) {
  double point[2] = {0, 5};
  int count = 0;
  if (!f)
    return 1;
  f(point, point, &count);
  if (point[0] > limit)
    return count == 77 ? (int)point[1] - 2 : 2;
  return 0;
}

struct point {
  double at[2];
  const struct point *next;
  short face;
};
int supports(void (*f)(const struct point *, struct point *)) {
  struct point p = {{1, 2}, 0, 0}, q[2] = {{{0, 0}, 0, 0}, {{0, 0}, 0, 9}};
  f(&p, q);
  f(&p, &p);
  if (p.next != 0 || q[0].next != 0 || q[1].face != 9)
    return 5;
  if (q[0].at[0] < -3 && p.at[1] == q[0].at[1] + 2)
    return q[0].face == 77 ? 3 : 4;
  return 0;
}

struct many {
  double at[17];
};
int fillsMany(void (*f)(struct many *)) {
  struct many m = {{0}};
  f(&m);
  return m.at[3] != 0 ? 2 : 1;
}

int rejects(double (*unit)(void)) {
  double x, y;
  do {
    x = 2 * unit() - 1;
    y = 2 * unit() - 1;
  } while (x * x + y * y >= 0.1 || x == 0);
  return x > 0;
}

#include <stdlib.h>
int throws(void) {
  const int first = rand();
  return first > 5 && rand() == 77;
}

#ifdef ALONE
double sensor(void);
int ready(int device);
long double wide(void);

int control(int n) {
  if (ready(n) == 0 && sensor() == 451)
    return 1;
  return wide() == 0.5L ? 2 : 0;
}

struct matrix {
  double rows[2][2];
};
struct matrix rotation(double angle);
int turned(double x) {
  const struct matrix m = rotation(x);
  if (m.rows[0][0] != 0 || m.rows[0][1] != 0 || m.rows[1][0] != 0 ||
      m.rows[1][1] != 0)
    return 1;
  return x > 0 ? 2 : 0;
}

_Noreturn void give_up(void);
int gives_up(int n) {
  if (n > 3)
    give_up();
  if (n > 3)
    return 1;
  return 0;
}

static int atLoad;
__attribute__((constructor)) static void load(void) { atLoad = ready(0); }

// The bounds hold in the constructor: nothing returns 3.
int calibrated(int n) {
  if (atLoad < 5 || atLoad > 9)
    return 3;
  return ready(n) == 7 ? 2 : 0;
}

int pair(int (*ask)(int), int n) {
  if (ask(n) == 4 && ready(n) == 5)
    return 1;
  return 0;
}
#endif
