// Calls that sleep for up to a second in all go on at once in the search, and
// really sleep where gcc's build runs the tests. What waits longer is not waited
// for, so that others have their turn.
//
// RUN: %exits 0 %coverme %s --entry naps --timeout 20 --json - | %check-suite --expect branches.covered=4 --expect findings='[]' -
// RUN: %exits 0 %coverme %s --entry second --timeout 20 --json - | %check-suite --expect branches.covered=2 --expect findings='[]' -
// RUN: %exits 1 %coverme %s --entry asked --timeout 8 --json %t.json > /dev/null
// RUN: %check-suite --expect findings.0.kind='"hang"' --expect branches.covered=1 %t.json
// RUN: %exits 1 %coverme %s --entry waits --timeout 20 --json - | %check-suite --expect findings.0.kind='"hang"' --expect branches.covered=3 -
// Where the code can tell, what the search takes is not what gcc's build takes:
// RUN: %exits 1 %coverme %s --entry tells --timeout 20 --max-evals 2000 | FileCheck %s
// CHECK: tells: 0 of 2 branches covered
#include <time.h>
#include <unistd.h>

int naps(int k) {
  const struct timespec time = {0, 150000000};
  if (k > 100)
    nanosleep(&time, 0);
  usleep(1000);
  if (k == 777)
    return 1;
  return 0;
}

int second(int k) {
  sleep(1);
  if (k == 3)
    return 1;
  return 0;
}

int asked(unsigned seconds, int k) {
  sleep(seconds);
  if (k == 99999)
    return 1;
  return 0;
}

int waits(int k) {
  if (k == 999) {
    sleep(1000);
    return 1;
  }
  if (k == 1234)
    return 2;
  return 0;
}

int tells(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  usleep(200000);
  clock_gettime(CLOCK_MONOTONIC, &after);
  after.tv_sec -= before.tv_sec;
  const long milliseconds =
      after.tv_sec * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
  if (milliseconds < 100)
    return 1;
  return 0;
}
