// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines and calls: reached, in functions that the entry calls too, or proved to
// be out of reach; a state machine and a loop; coverme run.
// RUN: %exits 0 %coverme %s --entry machine --goal reach \
// RUN:   --at call:reach_error --json - > %t.json
// RUN: FileCheck --check-prefix CALL %s < %t.json
// CALL: "schema": "coverme-reach/1"
// CALL: "reached": 1,
// CALL: "at":"call:reach_error"
// RUN: %exits 0 %coverme %s --entry looped --goal reach \
// RUN:   --at line:reach-places.c:54 | FileCheck --check-prefix LOOP %s
// LOOP: looped: 1 of 1 place reached, 0 proved unreachable, 0 open
// LOOP: reach-places.c:54:{{[0-9]+}}  reached  return 1;  [test 1]
// RUN: %exits 0 %coverme %s --entry never --goal reach \
// RUN:   --at reach-places.c:62 | FileCheck --check-prefix NEVER %s
// NEVER: never: 0 of 1 place reached, 1 proved unreachable, 0 open
// NEVER: reach-places.c:62:{{[0-9]+}}  proved unreachable (interval)
// RUN: %exits 1 %coverme %s --entry hard --goal reach --max-evals 2000 \
// RUN:   --prove off --at reach-places.c:70 | FileCheck --check-prefix OPEN %s
// OPEN: hard: 0 of 1 place reached, 0 proved unreachable, 1 open
// RUN: %exits 0 %coverme run %s --entry never --goal reach \
// RUN:   --at reach-places.c:64 --input 5 | FileCheck --check-prefix RUN1 %s
// RUN1: reach-places.c:64:{{[0-9]+}}  reached
// RUN: %refuses 2 "coverme: .*--goal reach needs --at.*" %coverme %s --entry never --goal reach
// RUN: %refuses 2 "coverme: .*--at needs --goal reach.*" %coverme %s --entry never --at assert
// RUN: %refuses 2 "coverme: .*is none of FILE:LINE.*" %coverme %s --entry never \
// RUN:   --goal reach --at somewhere
// RUN: %refuses 2 "coverme: .*there is no code on this line.*" %coverme %s --entry never \
// RUN:   --goal reach --at reach-places.c:3
// RUN: %refuses 2 "coverme: .*nothing calls or defines 'gone'.*" %coverme %s --entry never \
// RUN:   --goal reach --at call:gone
// RUN: %refuses 2 "coverme: .*did you mean 'reach'.*" %coverme %s --entry never --goal reash
static void reach_error(void) {}

int machine(int a, int b, int c) {
  int state = 0;
  const int input[3] = {a, b, c};
  for (int i = 0; i < 3; ++i)
    switch (state) {
    case 0: state = input[i] == 17 ? 1 : 0; break;
    case 1: state = input[i] == -4000 ? 2 : 0; break;
    case 2: state = input[i] == 123456 ? 3 : 0; break;
    }
  if (state == 3)
    reach_error();
  return state;
}

int looped(double x) {
  int n = 0;
  while (x > 1 && n < 60) { x /= 2; ++n; }
  if (n == 37)
    return 1;
  return 0;
}

int never(int x) {
  int y = x & 7;
  if (y > 9)
    // Nobody gets to the next line.
    return 1;
  if (x == 5)
    return 2;
  return 0;
}

int hard(double x, double y) {
  if (x * x * x + y * y * y == 0x1.23456789p3)
    return 1;
  return 0;
}
