// A main is given up to three words, which are inputs, in the search, replays
// and kept tests.
// RUN: rm -rf %t && %exits 0 %coverme %s --entry main --emit c=%t -o %t.suite | FileCheck %s
// CHECK: main: 10 of 10 branches covered
// CHECK: count = 1  ->  2
// CHECK: words[2] = "fast"{{.*}}  ->  4
// CHECK-NOT: words[4]
// RUN: gcc -w -ffp-contract=off %t/main_test.c -o %t.run && %t.run
// RUN: gcc -w -ffp-contract=off %t.suite/replay.c -o %t.replay && %t.replay > /dev/null
// RUN: cp %s %t.cpp && %exits 0 %coverme %t.cpp --entry main | FileCheck %s
//
// Others may give it more.
// RUN: %exits 1 %coverme %s --entry main -q -- -DMORE | FileCheck %s --check-prefix MORE
// MORE: main: 11 of 12 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 open
//
// One is given by its characters.
// RUN: %exits 0 %coverme run %s --entry main --input count=2 --input 'words[1][0]=52' --input 'words[1][1]=50' | FileCheck %s --check-prefix CALL
// CALL: main(count = 2, words[1] = "42")
// CALL-NEXT: ->  0
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
  if (count < 2)
    return 2;
#ifdef MORE
  if (count > 9)
    return 7;
#endif
  int n = atoi(words[1]);
  if (n < 10)
    return 3;
  if (count > 2) {
    if (strcmp(words[2], "fast") == 0)
      return 4;
    if (strcmp(words[2], "slow") == 0)
      return 5;
    return 6;
  }
  return 0;
}
