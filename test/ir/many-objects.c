// Ensures that the sections of several objects join without gaps, in the same
// order: the tables are read one after the other, and states and trampolines
// match them.
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -o %t.stub.o
// RUN: %cc -O1 -g -DNAME=first -c %s -o %t.1.o
// RUN: %cc -O1 -DNAME=second -DMORE -c %s -o %t.2.o
// RUN: %cc -O1 -DNAME=third -c %s -o %t.3.o
// RUN: %clang -shared %t.1.o %t.2.o %t.3.o %t.stub.o -o %t.so
// RUN: %tables %t.so | FileCheck %s
// RUN: ld.lld -shared %t.1.o %t.2.o %t.3.o %t.stub.o -o %t.so
// RUN: %tables %t.so | FileCheck %s

#ifdef MORE
int more(void) { return 1; }
#endif
int NAME(double x) { return x < 1.0 ? 1 : 2; }

// CHECK: function 0 first
// CHECK: site 0
// CHECK: function 0 more
// CHECK: function 1 second
// CHECK: site 0
// CHECK: function 0 third
// CHECK: site 0
