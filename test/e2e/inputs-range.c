// --range: nothing beyond is tried.
//
// RUN: %inputs --every '-1 <= x <= 1' --some 'x == 0.75' --inputs 'x: double; n: int' -- %s --entry both --range x=-1:1 | FileCheck %s --check-prefix BOTH
// BOTH: both: 4 of 4 branches covered
// RUN: %inputs --every '-1 <= x <= 1 and 3 <= n <= 12' -- %s --entry both --range x=-1:1 --range n=3:12
// RUN: %inputs --every 'all(0 <= each <= 2 for each in v.p)' -- %s --entry array --array p=3 --range p=0:2
// RUN: %inputs --every '0 <= v["p[1]"] <= 2' --some 'v["p[0]"] >= 2' -- %s --entry array --array p=3 --range 'p[1]=0:2'
// RUN: %inputs --every '5 <= v["s.a"] <= 6 and 5 <= v["s.b"] <= 6' -- %s --entry member --range s=5:6
// RUN: %inputs --every '-2.5 <= v["s.b"] < 0' --some 'v["s.a"] > 0' -- %s --entry member --range s.b=-2.5:-0x1p-149
//
// Without an end: from there on. NaN is in no range.
// RUN: %inputs --every 'n >= 100' -- %s --entry integer --range n=100:
// RUN: %inputs --every 'x <= 0' -- %s --entry real --range x=:0
//
// What only values beyond the range take is not covered, and proved to be so.
// RUN: %inputs --uncovered 1 --every '0 <= n <= 9' -- %s --entry big --range n=0:9 | FileCheck %s --check-prefix BIG
// BIG: true proved infeasible {{.*}} if (n > 9)
//
// It may say how many elements there are, so the command for a finding has it;
// with --all, not what is about other functions.
// RUN: %exits 0 %coverme %s --entry falls --array p=n --range n=0:20 | FileCheck %s --check-prefix FALLS
// RUN: %exits 0 %coverme %s --all --match falls --array p=n --range n=0:20 --array q=3 --range x=0:1 | FileCheck %s --check-prefix FALLS
// FALLS: coverme run {{.*}}inputs-range.c --entry falls --array=p=n --range=n=0:20 --input=16 --input={{[^ ]*}}{{$}}
// RUN: %exits 1 %coverme run %s --entry falls --array=p=n --range=n=0:20 --input=16 --input=0x1p+2 | FileCheck %s --check-prefix AGAIN
// AGAIN: signal
//
// An enum with a range is a number in it.
// RUN: %inputs --every '1 <= v["unit"] <= 1000' --uncovered 1 -- %s --entry enums --range unit=1:1000
// RUN: %inputs --every '6 <= v["unit"] <= 9' --uncovered 2 -- %s --entry enums --range unit=6:9
// RUN: %exits 0 %coverme run %s --entry both --range x=-1:1 --input 0.75 --input 4
//
// What a call would not get is not run as something else.
// RUN: %refuses 2 "coverme: error: x = 30 .* is not within --range x=-1:1" %coverme run %s --entry both --range x=-1:1 --input 30 --input 4
// RUN: %refuses 2 "coverme: error: x = nan.* is not within --range x=-1:1" %coverme run %s --entry both --range x=-1:1 --input nan --input 4
// RUN: %refuses 2 "coverme: error: n = 16: without --range, there are at most 8 elements" %coverme run %s --entry falls --array=p=n --input 16
// RUN: %exits 0 %coverme run %s --entry both --range x=bits:bff0000000000000:bits:3ff0000000000000 --input 0.75 --input 4
//
// RUN: %refuses 2 "coverme: error: --range other: 'both' has no input of this name \(x, n\)" %coverme %s --entry both --range other=0:1
// RUN: %refuses 2 "coverme: error: --range x=5: a range is written LOW:HIGH" %coverme %s --entry both --range x=5
// RUN: %refuses 2 "coverme: error: --range and --assume leave no value for 'x': at least 1 .* and at most -1 .*" %coverme %s --entry both --range x=1:-1
// RUN: %refuses 2 "coverme: error: --range n: '1.5' is no value of type 'int' .*" %coverme %s --entry both --range n=1.5:2
// RUN: %refuses 2 "coverme: error: --range x: 'nan' is no value of type 'double' .*" %coverme %s --entry both --range x=nan:1
// RUN: %refuses 2 "coverme: error: --range: '=1:2' is not of the form X=LO:HI.*" %coverme %s --entry both --range =1:2
//
// A number of two slots has one, too.
// RUN: %inputs --every '0 <= x <= 1' -- %s --entry extended --range x=0:1
// RUN: %inputs --every '-5 <= n <= 7' --exit 1 --uncovered 1 -- %s --entry wide --range n=-5:7 --prove off
//
// All that is below a member has the range that the member is given.
// RUN: %inputs --exit 1 --uncovered 1 -- %s --entry members --range 'b->lower=-2:2' --prove off

int falls(const double *p, int n) {
  if (n > 15 && p[15] == 4)
    return *(volatile int *)0;
  return 0;
}

int both(double x, int n) {
  if (x == 0.75)
    return n == 4 ? 1 : 2;
  return 0;
}

int array(const double *p) {
  if (p[0] + p[1] + p[2] > 4)
    return 1;
  return 0;
}

struct pair {
  float a, b;
};

int member(struct pair s) {
  if (s.a > s.b)
    return 1;
  return 0;
}

int integer(unsigned n) {
  if (n == 123456)
    return 1;
  return 0;
}

int real(double x) {
  if (x < -1e100)
    return 1;
  return 0;
}

enum unit { ZERO, FIVE = 5, KILO = 1000 };
int enums(enum unit unit) {
  if (unit == ZERO)
    return 1;
  return unit == KILO ? 2 : 3;
}

int big(int n) {
  if (n > 9)
    return 1;
  return 0;
}

int extended(long double x) {
  if (x > 0)
    return 1;
  return 0;
}

int wide(__int128 n) {
  if (n == 7)
    return 1;
  return n == 8 ? 2 : 0;
}

struct box {
  struct {
    double x;
    int y;
  } lower, upper;
};

int members(const struct box *b) {
  if (b->lower.x > 3)
    return 1;
  return b->lower.y == 2 && b->upper.y == 3 ? 2 : 0;
}
