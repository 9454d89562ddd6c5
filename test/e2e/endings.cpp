// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An exception that leaves the function is how the call ends, and no finding;
// so is a call of std::terminate.
// RUN: rm -rf %t
// RUN: %exits 0 %coverme %s --entry root -o %t --json %t.json --fail-on-finding | FileCheck %s
// RUN: %check-suite --expect branches.covered=4 --expect branches.only_ending=3 --expect gcov.tests_left_out=0 %t.json
// CHECK: 4 of 4 branches covered, 3 of them only by tests that end in SIGABRT or an exception
// CHECK-DAG: ->  throws
// CHECK-DAG: ->  SIGABRT
// RUN: g++ --coverage -O0 -w %t/replay.cpp -o %t/run -lm && cd %t && ./run | FileCheck %s --check-prefix REPLAY
// REPLAY-DAG: coverme-ending {{[0-9]+}} throws
// REPLAY-DAG: coverme-ending {{[0-9]+}} SIGABRT
// RUN: %exits 0 %coverme run %s --entry root --input=-1 --gcov-cc gcc | FileCheck %s --check-prefix ALONE
// ALONE: ->  throws
#include <exception>
#include <stdexcept>

double root(double x) {
  if (x < 0) {
    if (x == -64.5)
      std::terminate();
    throw std::domain_error("negative");
  }
  return x / 2;
}
