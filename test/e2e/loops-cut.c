// Inputs on which the code loops for long cost little, and hide nothing.
//
// Most inputs never end; those that do are found and led on.
// RUN: %exits 1 %coverme %s --entry mostly --max-evals 3000 | FileCheck %s --check-prefix MOSTLY
// MOSTLY: 4 of 6 branches covered
// MOSTLY-COUNT-2: open {{.*}}[taken, but no such call returned]
// MOSTLY: endless-loop: loops without an end
//
// Each call takes long, before anything else.
// RUN: %coverme %s --entry always --max-evals 3000 --prove off | FileCheck %s --check-prefix ALWAYS
// ALWAYS: 6 of 6 branches covered
// ALWAYS-NOT: loop:
//
// A branch takes long to get to: nothing of it is a finding, as the call returns.
// RUN: %coverme %s --entry late | FileCheck %s --check-prefix LATE
// LATE: 6 of 6 branches covered
// LATE-NOT: loop:

int mostly(double x, double y) {
  volatile int idle = 0;
  while (!(x > 1.25 && x < 1.5))
    idle = 0;
  if (y - x == 3)
    return 1 + idle;
  return 0;
}

int always(int n) {
  volatile int sum = 0;
  for (int i = 0; i < 50000; ++i)
    sum += 1;
  if (n == 12345)
    return sum;
  if (n > 7)
    return 1;
  return 0;
}

int late(unsigned n) {
  volatile unsigned i = 0;
  while (i < n % 1000000) {
    i += 1;
    if (i == 900000)
      return 1;
  }
  if (i == 123456)
    return 2;
  return 0;
}
