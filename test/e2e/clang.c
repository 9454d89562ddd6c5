// --clang, also from another folder and by `coverme run`, which is heard before
// COVERME_CLANG.
// RUN: rm -rf %t && mkdir -p %t/bin && cd %t
// RUN: printf '#!/bin/sh\necho called >> %t/calls\nexec clang "$@"\n' > bin/clang && chmod +x bin/clang
// RUN: env COVERME_CLANG=/no/clang %coverme %s --entry f --no-gcov --clang bin/clang | FileCheck %s
// RUN: grep -c called calls && rm calls
// RUN: %coverme run %s --entry f --input 2 --clang=bin/clang && grep -c called calls
// RUN: %refuses 2 "coverme: error: cannot run '.*/no-such': No such file or directory" %coverme %s --entry f --clang ./no-such
// CHECK: f: 2 of 2 branches covered
int f(double x) {
  if (x > 1)
    return 1;
  return 0;
}
