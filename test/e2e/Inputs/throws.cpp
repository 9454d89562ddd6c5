// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern "C" void throwSomething() { throw 1; }
