// Ensures that a place that COVERME_MARKS names is a site of its own: that
// decisions lead to it, its true outcome to what follows and its false one
// nowhere; that one call of a function is one mark; that a line is marked where
// control enters it; and that a place that is not there has no mark.
// RUN: env COVERME_MARKS=call:outside %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefix=CALL
// RUN: env COVERME_MARKS=call:helper %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefix=ENTRY
// RUN: env COVERME_MARKS=assert %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefix=ASSERT
// RUN: env COVERME_MARKS=line:marks.c:205 %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefix=LINE
// RUN: env 'COVERME_MARKS=line:%s:203;line:ir/marks.c:301' %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefix=LINES
// RUN: env 'COVERME_MARKS=line:arks.c:205;line:marks.c:202;call:help' %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefix=ABSENT

void outside(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))

#line 100
static int helper(int n) {
  assert(n > 0);
  return n + 1;
}

#line 200
int f(double x, int n) {
  if (x < 0.5) {

    outside();
  }
  for (int i = 0; i < n; i++)
    x = x * 2;
  return helper(n) + helper(2);
}

#line 300
int g(int n) {
  goto inside; while (n > 7) { n -= 3; inside: n -= 1; }
  return n;
}

// CALL:      entry -> 0
// CALL:      site 0 branch f64 {LT} marks.c:201
// CALL-NEXT:   false -> 2
// CALL-NEXT:   true -> 1
// CALL-NEXT: site 1 mark bit {GT} marks.c:203:5 place=call:outside
// CALL-NEXT:   false -> none
// CALL-NEXT:   true -> 2
// CALL-NEXT: site 2 branch s64 {LT} marks.c:205
// CALL-NOT:  mark bit

// The definition's line; f calls it twice.
// ENTRY:      function 1 helper
// ENTRY:      entry -> [[MARK:[0-9]+]]
// ENTRY-NOT:  mark bit
// ENTRY:      site [[MARK]] mark bit {GT} marks.c:100:0 place=call:helper
// ENTRY-NEXT:   false -> none
// ENTRY-NEXT:   true -> [[NEXT:[0-9]+]]
// ENTRY-NEXT: site [[NEXT]] branch s64 {GT} marks.c:101
// ENTRY-NOT:  mark bit

// Nothing follows.
// ASSERT-NOT:  mark bit
// ASSERT:      branch s64 {GT} marks.c:101
// ASSERT-NEXT:   false -> [[MARK:[0-9]+]]
// ASSERT-NEXT:   true -> none
// ASSERT-NEXT: site [[MARK]] mark bit {GT} marks.c:101:3 place=assert
// ASSERT-NEXT:   false -> none
// ASSERT-NEXT:   true -> none

// One mark ahead of the loop, whose condition and step are on the line, too.
// LINE:      site 0 branch
// LINE-NEXT:   false -> 1
// LINE-NEXT:   true -> 1
// LINE-NEXT: site 1 mark bit {GT} marks.c:205:12 place=line:marks.c:205
// LINE-NEXT:   false -> none
// LINE-NEXT:   true -> 2
// LINE-NEXT: site 2 branch s64 {LT} marks.c:205
// LINE-NEXT:   false -> call:1
// LINE-NEXT:   true -> 2
// LINE-NOT:  mark bit

// Several places; one in a loop that is entered in its middle.
// LINES:     mark bit {GT} marks.c:203:5 place=line:{{.*}}/marks.c:203
// LINES:     mark bit {GT} marks.c:301:3 place=line:ir/marks.c:301
// LINES-NOT: mark bit

// ABSENT-NOT: mark bit
