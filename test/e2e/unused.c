// A static or inline function that nothing here calls is listed and can be run
// like any other; but none of a header is.
// RUN: %exits 0 %coverme %s --list | FileCheck %s --implicit-check-not='{{site}}'
// RUN: %exits 0 %coverme %s --entry unused | FileCheck %s --check-prefix=RAN
// RUN: %exits 0 %coverme %s --entry inlined --no-gcov -q
// RUN: %exits 0 %coverme %s --entry user -q
#include "Inputs/unused.h"

#include <stdlib.h>

// RAN: {{^}}unused: 2 of 2 branches covered

// CHECK: {{^}} 1 site static int unused(double x){{$}}
// CHECK-NEXT: {{^}} 1 site static int inlined(double x){{$}}
// CHECK-NEXT: {{^}} 1 site int user(double x){{$}}
static int unused(double x) { return x > 1 ? 3 : 4; }
inline int inlined(double x) { return x > 5 ? 6 : 7; }

int user(double x) { return x < 8 ? atoi("5") : 9; }
