// What initialises variables is no function of the file that a call may have
// ahead of it.
// RUN: %exits 1 %coverme %s --entry add > %t
// RUN: FileCheck %s --input-file %t
// CHECK: add: {{[5-7]}} of 8 branches covered
#include <vector>

struct Counter {
  int value;
  Counter() : value(4) {}
};
static Counter first, second;
static std::vector<double> weights(3, 0.5);

double add(int i, double x) {
  if (i < 0 || i >= static_cast<int>(weights.size()))
    return -1;
  weights[i] += x;
  if (weights[i] > 10)
    return first.value;
  if (second.value == 5)
    return 1;
  return weights[i];
}
