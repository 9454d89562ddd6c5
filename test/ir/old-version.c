// Ensures that an old clang can load the pass, and so be told.
// REQUIRES: old-clang
// RUN: not clang-14 -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s

int f(void) { return 1; }

// CHECK: {{^}}error: coverme's plugin is for LLVM {{[0-9]+}}, but this is LLVM 15 or older; use clang-
