// --stub and --stub-undefined make functions up, whose results are inputs in the
// order of their calls. So a file can be tested alone.
//
// RUN: %inputs --inputs 'x: double; f()#1: double; f()#2: double; f()#3: double; f()#4: double' --some 'v["f()#1"] > 2 and v["f()#2"] == -1.5' -- %s --entry applies --stub | FileCheck %s --check-prefix APPLIES
// APPLIES: f()#1 = {{.*}}, f()#2 = -1.5 (-0x1.8p+0)
// RUN: %inputs --some 'v["ops->compare()#1"] == 3 and v["ops->bias"] == 7' -- %s --entry table --stub
// RUN: %inputs --findings 0 -- %s --entry notifies --stub
//
// The fifth and later calls return what the fourth did.
// RUN: %inputs --some 'result == 1' --every 'result != 2' --exit 1 --uncovered 1 -- %s --entry repeats --stub
//
// Undefined ones; --stub makes none of them, nor the other way round.
// RUN: %inputs --inputs 'n: int; ready()#1: int32_t; ready()#2: int32_t; ready()#3: int32_t; ready()#4: int32_t; sensor()#1: double; sensor()#2: double; sensor()#3: double; sensor()#4: double; wide()#1: long double; wide()#2: long double; wide()#3: long double; wide()#4: long double' --some 'v["sensor()#1"] == 451 and v["ready()#1"] == 0' --some 'v["wide()#1"] == 0.5' -- %s --entry control --stub-undefined -- -DALONE
// A struct is zeros, also one that is returned in memory.
// RUN: %inputs --every 'result != 1' --some 'result == 2' --exit 1 --uncovered 4 -- %s --entry turned --stub-undefined -- -DALONE
// RUN: %exits 3 %coverme %s --entry control --stub -- -DALONE 2>&1 | FileCheck %s --check-prefix LINK
// LINK: coverme: error: '{{.*}}' does not link: nobody defines {{.*}}--stub-undefined
// RUN: %refuses 2 "coverme: error: 'applies' cannot be called: parameter 'f' points to a function; --stub makes one" %coverme %s --entry applies
//
// Both in one; the replay that -o keeps has the stubs, and compiles with gcc and
// nothing else.
// RUN: rm -rf %t && %exits 0 %coverme %s --entry pair --stub --stub-undefined -o %t -- -DALONE > /dev/null
// RUN: cd %t && gcc --coverage -O0 -w -DALONE replay.c -o run -lm && ./run && gcov -b -c -f run-replay.gcda | FileCheck %s --check-prefix GCOV
// GCOV: Function 'pair'
// GCOV-NEXT: Lines executed:100.00% of 4

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

int repeats(int (*next)(void)) {
  const int a = next(), b = next(), c = next(), d = next(), e = next();
  if (a == 5 && b == 6 && c == 7 && d == 8)
    return e == 8 ? 1 : 2;
  return 0;
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

int pair(int (*ask)(int), int n) {
  if (ask(n) == 4 && ready(n) == 5)
    return 1;
  return 0;
}
#endif
