// Ensures that a module links with the runtime of its ABI version only, in a way
// that a shared object with protected text accepts.
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -o %t.stub.o
// RUN: %clang %runtime -c %S/Inputs/stub_runtime.c -D__coverme_abi_version_23=__coverme_abi_version_1 -o %t.stale.o
// RUN: %clang -fuse-ld=lld -shared -Wl,-z,defs -Wl,-z,text %t.o %t.stub.o -o %t.so
// RUN: %clang -shared -Wl,-z,defs -Wl,-z,text %t.o %t.stub.o -o %t.so
// RUN: not %clang -shared -Wl,-z,defs %t.o %t.stale.o -o %t.stale.so 2>&1 | FileCheck %s
// RUN: not %clang -shared %t.o %t.stale.o -o %t.stale.so 2>&1 | FileCheck %s

int f(double x) {
  while (x < 1)
    x += 1;
  return x > 2;
}

// CHECK: __coverme_abi_version_23
