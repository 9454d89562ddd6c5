// Variables that --global names are inputs; all others are what they were at the
// start, in every call.
//
// RUN: %inputs --inputs 'x: double; limit: double' --some 'x > v["limit"] == 12.5' -- %s --entry number --global limit | FileCheck %s --check-prefix NUMBER
// NUMBER: x = {{.*}}, limit = 12.5 (0x1.9p+3)
// RUN: %inputs --inputs 'table[0]: int; table[1]: int; table[2]: int; table[3]: int' --some 'v.table == [1, 1, 2, 3]' -- %s --entry array --global table
// RUN: %inputs --inputs 'state.x: double; state.steps: unsigned short' --some 'v["state.x"] == -1.5 and v["state.steps"] == 60000' -- %s --entry structure --global state
// RUN: %inputs --inputs 'hidden: long' --some 'v["hidden"] == 1234567890123' -- %s --entry internal --global hidden
// RUN: %inputs --inputs 'limit: double; hidden: long' --some 'v["limit"] < 0 and v["hidden"] == 3' -- %s --entry both --global limit --global hidden
//
// By its initial value `limit` is 10, which no test changes for the next one.
// (With --distinct, tests have no calls ahead of the entry's.)
// RUN: %inputs --inputs 'x: double' --exit 1 --uncovered 4 --every 'result == 2' -- %s --entry number --distinct
// RUN: %inputs --inputs 'x: int' --exit 1 --uncovered 1 -- %s --entry counts --distinct
// RUN: %exits 0 %coverme run %s --entry number --global limit --input 13 --input 12.5 | FileCheck %s --check-prefix CALL
// CALL: number(x = 13 (0x1.ap+3), limit = 12.5 (0x1.9p+3))
//
// Those of a thread are no different.
// RUN: %inputs --inputs 'x: int; own: double; hidden_own.n: int; hidden_own.x[0]: double; hidden_own.x[1]: double' --some 'v["own"] == 12.5 and v["hidden_own.x[1]"] == 2.5' -- %s --entry thread --global own --global hidden_own
// RUN: %inputs --inputs 'x: int' --exit 1 --uncovered 5 -- %s --entry thread --distinct --prove off
// RUN: %inputs --inputs 'p: double *' --some 'result == 1' -- %s --entry led | FileCheck %s --check-prefix LED
// LED: p = &own
// RUN: %exits 0 %coverme %s --entry sets | FileCheck %s --check-prefix SETS
// SETS: sets(2); sets({{.*}})  ->  1
//
// RUN: %refuses 2 "coverme: error: --global limits: there is no variable of this name; did you mean 'limit'\?" %coverme %s --entry number --global limits
// RUN: %refuses 2 "coverme: error: --global xyzzy_quux: there is no variable of this name \(.*limit.*\)" %coverme %s --entry number --global xyzzy_quux

double limit = 10;
int table[4] = {5, 6, 7, 8};
struct state {
  double x;
  unsigned short steps;
} state;
static long hidden = 3;
static int calls;

int number(double x) {
  if (limit == 12.5 && x > limit)
    return 1;
  const double before = limit;
  limit = x;
  return before == 10 ? 2 : 3;
}

int array(void) {
  if (table[0] == 1 && table[1] == 1 && table[2] == 2 && table[3] == 3)
    return 1;
  return 0;
}

int structure(void) {
  if (state.x == -1.5)
    if (state.steps == 60000)
      return 1;
  return 0;
}

int internal(void) {
  if (hidden == 1234567890123)
    return 1;
  hidden = 4;
  return 0;
}

int both(void) {
  if (limit < 0 && hidden == 3)
    return 1;
  return 0;
}

int counts(int x) {
  ++calls;
  if (calls > 1) // not in any new process
    return 1;
  if (x == 5)
    return 2;
  return 0;
}

_Thread_local double own = 2;
static __thread struct {
  int n;
  double x[2];
} hidden_own;

int thread(int x) {
  if (own == 12.5 && hidden_own.n > 3 && hidden_own.x[1] == 2.5)
    return 1;
  own = x;
  hidden_own.n += 1;
  return 0;
}

int led(double *p) {
  *p = 0;
  own = 5;
  if (*p == 5)
    return 1;
  return 0;
}

static _Thread_local int last = 1;
int sets(int x) {
  if (last == 2)
    return 1;
  last = x;
  return 0;
}
