// Where provers cannot look at a function at all, the report says why, as long as
// branches are left.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %exits 1 %coverme %s --entry jumps --max-evals 1000 --json left.json \
// RUN:   | FileCheck %s --check-prefix LEFT
// RUN: %exits 0 %coverme report left.json --format html | FileCheck %s \
// RUN:   --check-prefix LEFT
// LEFT: nothing is proved of jumps, because it calls setjmp
// RUN: %check-suite left.json --expect unprovable='"it calls setjmp"'
// RUN: %exits 0 %coverme report left.json | FileCheck %s --check-prefix LEFT
// RUN: %exits 0 %coverme explain left.json prove-nothing.c:29 \
// RUN:   | FileCheck %s --check-prefix EXPLAIN
// EXPLAIN: unproved because it calls setjmp
// RUN: %exits 1 %coverme %s --entry jumps --max-evals 1000 --goal reach \
// RUN:   --at prove-nothing.c:30 --json place.json | FileCheck %s --check-prefix LEFT
// RUN: FileCheck %s --check-prefix PLACE < place.json
// PLACE: "unprovable": "it calls setjmp"
//
// Nothing was asked for, or nothing is left: there is nothing to say.
// RUN: %exits 1 %coverme %s --entry jumps --max-evals 1000 --prove off \
// RUN:   --json off.json -q && %check-suite off.json --expect unprovable=null
// RUN: %exits 0 %coverme %s --entry whole --json whole.json -q
// RUN: %check-suite whole.json --expect unprovable=null
#include <setjmp.h>
int jumps(int x) {
  jmp_buf place;
  if (setjmp(place) != 0)
    return 1;
  if (x > 0 && x < 0)
    return 2;
  return 3;
}

int whole(int x) {
  jmp_buf place;
  if (setjmp(place) != 0)
    return x;
  if (x > 0)
    longjmp(place, 1);
  return 2;
}
