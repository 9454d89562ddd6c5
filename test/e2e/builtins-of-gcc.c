// Tests of numbers that gcc has by names of its own, and clang by others.
// RUN: %exits 0 %coverme %s --all --prove off | FileCheck %s
// CHECK: 7 functions run; 14 of 14 branches covered
#define TEST(name, type)                                                       \
  int of_##name(type x) {                                                      \
    return __builtin_##name(x) ? 1 : 0;                                        \
  }
TEST(finite, double)
TEST(finitef, float)
TEST(finitel, long double)
TEST(isinff, float)
TEST(isinfl, long double)
TEST(isnanf, float)
TEST(isnanl, long double)
