// What initialises variables is no function of the file that a call may have
// ahead of it.
// RUN: %exits 1 %coverme %s --entry add > %t
// RUN: FileCheck %s --input-file %t
// CHECK: add: {{[5-7]}} of 8 branches covered
//
// What they have allocated is as it was in each call.
// RUN: %inputs --inputs 'x: double' --exit 1 --uncovered 2 --some 'result == 1' -- %s --entry grow --distinct --prove off
// RUN: %inputs --inputs 'key: int; x: double' --exit 1 --uncovered 1 --some 'result == 1' -- %s --entry insert --distinct --prove off
// RUN: %inputs --inputs 'c: char' --exit 1 --uncovered 1 --some 'result == 1' -- %s --entry append --distinct --prove off
#include <map>
#include <string>
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

int grow(double x) {
  weights.push_back(x);
  weights[0] += 1;
  if (weights.size() != 4 || weights[0] != 1.5)
    return -1;
  if (x > 1000)
    return 1;
  return 0;
}

static std::map<int, double> known{{1, 1.5}, {2, 2.5}};
int insert(int key, double x) {
  known[key] = x;
  if (known.size() > 3)
    return -1;
  if (known.size() == 2 && x > 9)
    return 1;
  known.erase(1);
  return 0;
}

static std::string text = "longer than what a string has room for in itself";
int append(char c) {
  text += c;
  text += text;
  if (text.size() != 98)
    return -1;
  if (c == 'q')
    return 1;
  return 0;
}
