// With --stub-undefined, variables that a file declares and that nobody defines
// are there, too, and are inputs; arrays without a size have 4096 bytes, and
// numbers behind the first 1000 are zero, as the report says. What the code
// stores to them stays there.
//
// RUN: %inputs --inputs 'x: double; flags[0]: int; flags[1]: int; flags[2]: int; limit: double' --some 'v["limit"] == 6.5 and v["flags[2]"] == 77' -- %s --entry numbers --stub-undefined -- -DALONE
// RUN: %inputs --every '2 <= v["limit"] <= 3' --some 'result == 2' -- %s --entry compares --stub-undefined --range limit=2:3 -- -DALONE
// RUN: %exits 1 %coverme %s --entry zero --stub-undefined -- -DALONE | FileCheck %s
// CHECK: zero: 7 of 8 branches covered, 0 proved infeasible, {{.*}} 1 open;
// CHECK: note: {{.*}} inputs are searched; the others are zero
// RUN: %exits 0 %coverme %s --entry stores --stub-undefined -- -DALONE
//
// One that the entry does not name, too; and nothing is made up that is there.
// RUN: %exits 0 %coverme %s --all --match 'compares|stores' --stub-undefined -- -DALONE
// RUN: %inputs --inputs 'x: double' -- %s --entry compares --stub-undefined
//
// The replay that -o keeps has them, and compiles with gcc and nothing else.
// RUN: rm -rf %t && %exits 0 %coverme %s --entry compares --stub-undefined -o %t -- -DALONE > /dev/null
// RUN: cd %t && gcc -w -DALONE replay.c -o run -lm && ./run
//
// RUN: %refuses 3 "coverme: error: .* does not link: nobody defines 'flags', 'limit', 'point', 'series', 'table'; .*--stub-undefined" %coverme %s --entry zero -- -DALONE
struct point {
  int face;
  double at;
};
#ifdef ALONE
extern double limit;
extern int flags[3];
extern float series[];
extern const double table[5];
extern struct point point;
#else
double limit = 2;
int flags[3];
float series[200];
const double table[5];
struct point point;
#endif

int numbers(double x) {
  if (limit == 6.5 && flags[2] == 77)
    return x > flags[0] ? 1 : 2;
  return 0;
}

int compares(double x) {
  if (x > limit)
    return 1;
  return 2;
}

int zero(double x) {
  if (x == table[3])
    return 1;
  if (series[1000] > 0)
    return 2;
  if (point.at != 0)
    return 3;
  return x > 5 ? 4 : point.face;
}

int stores(double x) {
  point.at = x;
  limit = x;
  return point.at > 3 ? limit > 3 : 0;
}
