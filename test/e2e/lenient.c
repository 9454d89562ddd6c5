// Old code that gcc 12 compiles with a warning, and clang 19 by itself does not:
// functions that nobody has declared, types that are not said, numbers for
// pointers.
// RUN: %coverme %s --entry old -q > %t.txt
// RUN: FileCheck %s --input-file %t.txt
// CHECK: old: 4 of 4 branches covered,
// What the user's flags make an error is one.
// RUN: %exits 3 %coverme %s --entry old -q -- -Werror=implicit-function-declaration > %t.txt 2>&1
// RUN: FileCheck %s --check-prefix STRICT --input-file %t.txt
// STRICT: coverme: error: '{{.*}}lenient.c' does not compile
static place;
int old(x)
  int x;
{
  int *at = x;
  if (at == 7)
    return later(x);
  if (x > 100)
    return 1;
  return place;
}

int later(int x) { return x + place; }
