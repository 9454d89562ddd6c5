// Ensures that COVERME_STRIP_DEBUG=1 drops the debug info, but not from the
// tables, and that it stays without the option or with 0.
// RUN: env COVERME_STRIP_DEBUG=1 %cc -O1 -g -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=STRIP
// RUN: %tables %t.o | FileCheck %s
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=KEEP
// RUN: %tables %t.o | FileCheck %s
// RUN: env COVERME_STRIP_DEBUG=0 %cc -O1 -g -c %s -o %t.o
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=KEEP
// RUN: not env COVERME_STRIP_DEBUG=yes %cc -g -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR

int f(double x) { return x < 1.0 ? 1 : 2; }

// STRIP-NOT: .debug_
// KEEP: .debug_info
// CHECK: parameter x: double
// CHECK: site 0 select f64 {LT} strip-debug.c:13:28
// ERROR: error: COVERME_STRIP_DEBUG must be 0 or 1, not 'yes'
