// Tests that a project keeps (--emit): they build without a warning by gcc and
// clang, with and without optimisation and under sanitizers, pass, and fail
// when the source changes (helpers/kept.py).
//
// A result, which is a NaN as well as a zero with a sign:
// RUN: rm -rf %t && mkdir %t
// RUN: %coverme %s --entry squash -q --emit c=%t/squash
// RUN: %kept %t/squash --change %s 'x > 22.0' 'x < -22.0'
// RUN: FileCheck %s --check-prefix WORDS < %t/squash/squash_test.c
// RUN: awk '/^# [0-9]+ __FILE__$/ && $2 == NR + 1 { found = 1 } END { exit !found }' %t/squash/squash_test.c
// WORDS: Kept by coverme --emit, until it is edited: checksum
// WORDS: // Tests of squash in {{.*}}/kept.c
// WORDS: # 2 __FILE__ 3
// WORDS-NEXT: #include SOURCE
// WORDS: #define MAX_ULP 0
// WORDS: // For what no test above takes:
// WORDS-NEXT: //   kept.c:[[#]] is true: if (x != x)
// WORDS: in[0] = 0x{{[0-9a-f]+}}ULL; // x = {{.*}}nan
// WORDS: // result = {{.*}}nan
// WORDS-NEXT: coverme_double("result", out[0], 0x{{[0-9a-f]+}}ULL, MAX_ULP);
//
// What is behind pointers, of an object with const elements and two results:
// RUN: %coverme %s --entry mean_of -q --max-ulp 1 --emit c=%t/mean
// RUN: %kept %t/mean --sanitize --change %s '*mean /= n' '*mean /= n + 1'
// RUN: FileCheck %s --check-prefix TOLERANT < %t/mean/mean_of_test.c
// TOLERANT: #define MAX_ULP 1
// TOLERANT: coverme_double("*mean", out[1],
//
// A struct by value, in and out; and variables that the call writes, static
// ones too, with each test in a process of its own.
// RUN: %coverme %s --entry ordered -q --emit c=%t/ordered
// RUN: %kept %t/ordered --change %s 'p.high ? p' 'p.high ? (struct pair){1, 2}'
// RUN: %coverme %s --entry step -q --emit c=%t/step
// RUN: %kept %t/step --change %s 'level = -1' 'level = -2'
//
// Ends by abort and by exit; by ctest and by GoogleTest, too. No branch needs the
// number where the two sides of a comparison are equal, and there is a test of it.
// RUN: %coverme %s --entry halved -q --emit c=%t/halved --emit ctest=%t/ctest --emit gtest=%t/gtest
// RUN: %kept %t/halved --sanitize --change %s 'exit(3)' 'exit(4)'
// RUN: %kept %t/ctest --change %s 'abort()' 'exit(6)'
// RUN: %kept %t/gtest --change %s 'x > 100' 'x >= 100'
//
// clang-format would change nothing, and figures of coverage are those of the
// source alone, wherever it is built.
// RUN: clang-format-19 --style=LLVM --dry-run -Werror %t/ctest/halved_test.c %t/gtest/halved_call.c %t/gtest/halved_test.cpp
// RUN: mkdir %t/counted && cd %t/counted && gcc --coverage ../ctest/halved_test.c -lm -o counted && ./counted
// RUN: lcov -q --capture --directory %t/counted -o %t/counted.info
// RUN: lcov --list %t/counted.info | FileCheck %s --check-prefix COUNTED
// COUNTED: kept.c |
// COUNTED-NOT: halved_test.c
// COUNTED: Total:
//
// GoogleTest is compiled without the flags of the source:
// RUN: mkdir %t/strange && echo '#error of another libc' > %t/strange/string.h
// RUN: %coverme %s --entry squash -q --emit gtest=%t/flags -- -I%t/strange
// RUN: %kept %t/flags
//
// Calls ahead of the entry's:
// RUN: %coverme %s --entry moded -q --setup 'set_mode(m)' --emit c=%t/moded
// RUN: %kept %t/moded --sanitize --change %s 'mode = m' 'mode = m + 1'
//
// What else a call leaves, on request: exceptions, and the bits of a NaN.
// RUN: %coverme %s --entry divided -q --check-fenv --emit c=%t/divided --emit gtest=%t/divided-gtest
// RUN: FileCheck %s --check-prefix RAISED < %t/divided/divided_test.c
// RAISED: // fetestexcept(): FE_DIVBYZERO
// RAISED-NEXT: coverme_bits("fetestexcept()", out[1], 0x4ULL);
// RUN: %kept %t/divided --sanitize --change %s '1 / (y - y)' 'HUGE_VAL'
// RUN: %kept %t/divided-gtest --change %s '1 / (y - y)' 'HUGE_VAL'
// RUN: %coverme %s --entry tagged -q --check-nan --emit c=%t/tagged
// RUN: %kept %t/tagged --change %s 'x == x ? 2 : x' 'x == x ? 2 : -x'
// RUN: %exits 2 %coverme %s --entry divided --check-fenv 2>&1 | FileCheck %s --check-prefix FENV
// FENV: error: --check-fenv needs --emit
//
// A zero that is written to an object that is only written:
// RUN: %coverme %s --entry cleared -q --rel-tol 0.5 --emit c=%t/cleared
// RUN: grep -q 'define REL_TOL 0.5$' %t/cleared/cleared_test.c
// RUN: %kept %t/cleared --change %s 'i < 3' 'i < 2'
//
// What hangs on memory that nobody wrote, or on addresses, is not compared.
// RUN: %coverme %s --entry unwritten -q --no-gcov --emit c=%t/unwritten
// RUN: %kept %t/unwritten --change %s '*size = 3' '*size = 4'
// RUN: FileCheck %s --check-prefix UNWRITTEN < %t/unwritten/unwritten_test.c
// UNWRITTEN: // *place differs between builds, and is not compared.
// UNWRITTEN: coverme_bits("*size", out[2], 0x3ULL);
//
// What is there is rewritten on request alone, and never what was edited.
// RUN: %exits 2 %coverme %s --entry squash -q --emit c=%t/squash 2>&1 | FileCheck %s --check-prefix THERE
// THERE: error: --emit: '{{.*}}squash' has tests already: --update rewrites those that nobody edited
// RUN: %coverme %s --entry squash -q --emit c=%t/squash --update --max-ulp 2 2>&1 | FileCheck %s --check-prefix DIFF
// DIFF: -#define MAX_ULP 0
// DIFF-NEXT: +#define MAX_ULP 2
// RUN: echo '// mine' >> %t/squash/squash_test.c
// RUN: %coverme %s --entry squash -q --emit c=%t/squash --update 2>&1 | FileCheck %s --check-prefix EDITED
// EDITED: note: '{{.*}}squash_test.c' is left as it is: somebody edited it
// RUN: grep -q 'MAX_ULP 2' %t/squash/squash_test.c
// RUN: mkdir %t/other && echo mine > %t/other/notes.txt
// RUN: %exits 2 %coverme %s --entry squash -q --emit c=%t/other --update 2>&1 | FileCheck %s --check-prefix OTHER
// OTHER: error: --emit: '{{.*}}other' has files, and none of coverme's: name a new folder
//
// RUN: %exits 2 %coverme %s --entry squash --emit cttest=%t/new 2>&1 | FileCheck %s --check-prefix KIND
// KIND: error: --emit has no kind 'cttest'; did you mean 'ctest'?
// RUN: %exits 2 %coverme %s --entry squash --update 2>&1 | FileCheck %s --check-prefix NEEDS
// NEEDS: error: --update needs --emit
//
// Of a whole file, a folder for each function, which has what is said of it.
// RUN: echo 'max-ulp = 3' > %t/kept.toml
// RUN: printf '[[function]]\nmatch = "squash"\nmax-ulp = 5\nrel-tol = 0.25\n' >> %t/kept.toml
// RUN: %coverme %s --all --match 'squash|halved' -q --emit c=%t/all --config %t/kept.toml
// RUN: grep -q 'define MAX_ULP 5$' %t/all/squash/squash_test.c
// RUN: grep -q 'define REL_TOL 0.25$' %t/all/squash/squash_test.c
// RUN: grep -q 'define MAX_ULP 3$' %t/all/halved/halved_test.c
// RUN: grep -q 'define REL_TOL 0$' %t/all/halved/halved_test.c
// RUN: %kept %t/all/squash
// RUN: %kept %t/all/halved
//
// Branches have their tests also where the code with small changes, by which
// more are chosen, does not compile.
// RUN: env COVERME_CLANG=%repository/test/e2e/helpers/clang-without-mutants %coverme %s --entry halved -q --emit c=%t/plain 2>&1 | FileCheck %s --check-prefix PLAIN
// PLAIN: note: there are no tests of 'halved' beyond branches:
// RUN: test -f %t/plain/halved_test.c
#include <math.h>
#include <stdlib.h>

double squash(double x) {
  if (x != x)
    return x;
  if (x > 22.0)
    return 1.0;
  if (x < -22.0)
    return -1.0;
  return x == 0.0 ? x : tanh(x);
}

double divided(double x, double y) { return x > 3 ? 1 / (y - y) : x; }

double tagged(double x) { return x == x ? 2 : x; }

int mean_of(const double *p, int n, double *mean) {
  if (n < 1)
    return -1;
  *mean = 0;
  for (int i = 0; i < n; ++i)
    *mean += p[i];
  *mean /= n;
  return n;
}

struct pair {
  double low, high;
};

struct pair ordered(struct pair p) {
  struct pair q = {p.high, p.low};
  return p.low <= p.high ? p : q;
}

float halved(float x) {
  if (x < 0)
    abort();
  if (x > 100)
    exit(3);
  return x * 0.5f + 1;
}

int level;
static int count;

static int step(int by) {
  count += by;
  if (count == 3)
    level = -1;
  return count;
}

static int mode;
void set_mode(int m) { mode = m; }

int moded(int x) { return mode == 7 ? x + mode : -1; }

void cleared(double *all) {
  for (int i = 0; i < 3; ++i)
    all[i] = 0;
}

void unwritten(int n, unsigned long *place, int *size) {
  int *own = malloc(sizeof *own);
  if (n > 3)
    *size = 3;
  else
    *size = 2;
  *place = (unsigned long)own;
}
