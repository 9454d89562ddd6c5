/* A source of the first C, with the flags that its projects have: the replay,
   what -o keeps and kept tests compile, with and without pedantry.

   RUN: %coverme %s --entry mean -q --json %t.json -- -ansi -pedantic
   RUN: %check-suite %t.json
   RUN: %coverme %s --entry mean -q --json %t2.json -- -std=c89 -pedantic-errors -Werror -Wdeclaration-after-statement
   RUN: %check-suite %t2.json
   RUN: rm -rf %t && mkdir %t
   RUN: %coverme %s --entry mean -q -o %t/kept -- -ansi
   RUN: gcc -ansi %t/kept/replay.c -o %t/replay -lm && %t/replay
   RUN: %coverme %s --entry mean -q --emit c=%t/tests -- -ansi -pedantic-errors -Werror -Wno-unused-value
   RUN: %kept %t/tests --change %s 'total > 10' 'total > 11'
   RUN: FileCheck %s < %t/tests/mean_test.c
   RUN: cd %t/tests && gcc -std=gnu89 -trigraphs -D__STRICT_ANSI__ -Wall -Werror mean_test.c -o kept -lm && ./kept
   CHECK-NOT: -Werror
   CHECK: -std=gnu89 -trigraphs -D__STRICT_ANSI__
   CHECK-NOT: -Werror
   CHECK: -Wno-unused-value

   The struct has an array, and the function made up for `fetch` writes through
   its pointer. */
#include <math.h>

struct Row {
  double numbers[9];
  int count;
};

double mean(const struct Row *row, double x, double *out,
            int (*fetch)(double *to, int count)) {
  double total = 0, got[3];
  int i = 0;
  for (; i < row->count && i < 9; i++)
    total += row->numbers[i] * x;
  if (total > 10) {
    *out = total;
    return 1;
  }
  if (fetch(got, 3) == 2 && got[0] > 7)
    return 5;
  return x < -3.5 ? 2 : 0;
}
