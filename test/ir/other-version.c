// Ensures that a clang of another version, here one that only says so, is told in one
// line, by both plugins.
// RUN: %clang -shared %S/Inputs/other_version.c -o %t.so
// RUN: env LD_PRELOAD=%t.so not %cc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: env LD_PRELOAD=%t.so not %clang %frontend -c %s -o %t.o 2>&1 | FileCheck %s

int f(void) { return 1; }

// CHECK: {{^}}error: coverme's plugin is for LLVM [[OWN:[0-9]+]], but this is LLVM 20; use clang-[[OWN]]{{$}}
// CHECK-NOT: {{[^ ]}}
