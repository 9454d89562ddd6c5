// A call ahead may take more turns of its loops than a call gets at first. It
// gets more then, as one of the entry does.
//
// RUN: %coverme %s --entry is_warm --setup 'warm_up(heat)' | FileCheck %s
// RUN: %coverme %s --entry is_warm | FileCheck %s
// CHECK: 2 of 2 branches covered
// CHECK: warm_up({{.*}}); is_warm()

static double cells[30000];

void warm_up(double heat) {
  for (int i = 0; i < 30000; ++i)
    cells[i] = cells[i] / 2 + heat;
}

int is_warm(void) {
  if (cells[29999] > 20)
    return 1;
  return 0;
}
