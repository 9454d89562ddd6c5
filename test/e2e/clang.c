// --clang, also from another folder and by `coverme run`, which is heard before
// COVERME_CLANG.
// RUN: rm -rf %t && mkdir -p %t/bin && cd %t
// RUN: printf '#!/bin/sh\necho called >> %t/calls\nexec clang "$@"\n' > bin/clang && chmod +x bin/clang
// RUN: env COVERME_CLANG=/no/clang %coverme %s --entry f --no-gcov --clang bin/clang | FileCheck %s
// RUN: grep -c called calls && rm calls
// RUN: %coverme run %s --entry f --input 2 --clang=bin/clang && grep -c called calls
// RUN: %refuses 2 "coverme: error: cannot run '.*/no-such': No such file or directory" %coverme %s --entry f --clang ./no-such
// RUN: %refuses 2 "coverme: error: 'gcc' is no clang; --clang and COVERME_CLANG want .*" %coverme %s --entry f --clang gcc
// RUN: %refuses 2 "coverme: error: coverme's plugin is for LLVM .*, but this is LLVM .*; use .*" %coverme %s --entry f --clang clang-14
// CHECK: f: 2 of 2 branches covered
int f(double x) {
  if (x > 1)
    return 1;
  return 0;
}
