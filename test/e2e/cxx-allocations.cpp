// What the code allocates by malloc and its like may fail in C++, too; what the
// C++ library allocates for itself does not count, neither in the search nor
// under gcov.
//
// RUN: %inputs -- %s --entry mixed
// RUN: rm -rf %t.kept
// RUN: %exits 0 %coverme %s --entry mixed --emit c=%t.kept | FileCheck %s
// CHECK: failing allocation = 2
// RUN: g++ -g %t.kept/mixed_test.cpp -o %t.kept-test
// RUN: %t.kept-test
#include <stdlib.h>
#include <string>
#include <vector>

int mixed(int n) {
  std::string text(40, 'a');
  text += std::to_string(n);
  std::vector<double> numbers(text.size());
  double *more = static_cast<double *>(calloc(4, 8));
  if (more == nullptr)
    return -1;
  char *bytes = static_cast<char *>(malloc(100));
  if (bytes == nullptr) {
    free(more);
    return numbers.size() > 41 ? -2 : -3;
  }
  free(more);
  free(bytes);
  return 0;
}
