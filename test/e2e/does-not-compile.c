// A file that does not compile or link: exit code 3 and the tool's own words.
// RUN: %exits 3 %coverme %s --entry f -- -DSYNTAX 2>&1 | FileCheck %s --check-prefix SYNTAX
// RUN: %refuses 3 "coverme: error: '.*does-not-compile.c' does not link: nobody defines 'nowhere'; give the files that do \(--with FILE.c\), or libraries and objects after --, or have them made up with --stub-undefined" %coverme %s --entry f -- -DUNDEFINED
// RUN: %refuses 3 "coverme: error: '.*' does not link: nobody defines 'n1', 'n2', 'n3', 'n4', 'n5' and 2 more; .*" %coverme %s --entry f -- -DMANY
// RUN: rm -rf %t && mkdir %t && gcc -fno-pie -DHELPER -c -x c %s -o %t/fixed.o && ar rcs %t/libfixed.a %t/fixed.o
// RUN: %refuses 3 "coverme: error: '.*' does not link: '.*libfixed.a\(fixed.o\)' was compiled without -fPIC, and becomes a part of a shared object here; compile it with -fPIC" %coverme %s --entry f -- -DUNDEFINED %t/libfixed.a
// RUN: printf 'namespace ns { double g(double); }\nint f(double x) { return ns::g(x) > 1 ? 1 : 0; }\n' > %t/f.cpp
// RUN: %refuses 3 "coverme: error: '.*f.cpp' does not link: nobody defines 'ns::g\(double\)'; .*" %coverme %t/f.cpp --entry f
// RUN: %exits 3 %coverme %s --entry f -- -DUNDEFINED -lnosuchlibrary 2>&1 | FileCheck %s --check-prefix LIBRARY
// LIBRARY: coverme: error: '{{.*}}does-not-compile.c' does not link{{$}}
// LIBRARY: cannot find -lnosuchlibrary
// RUN: %exits 3 %coverme %s --entry f -- -fno-such-flag 2>&1 | FileCheck %s --check-prefix FLAG

// SYNTAX: coverme: error: '{{.*}}does-not-compile.c' does not compile
// SYNTAX: does-not-compile.c:[[@LINE+4]]:{{[0-9]+}}: error: use of undeclared identifier 'y'
// FLAG: unknown argument: '-fno-such-flag'
#ifdef SYNTAX
double f(double x) {
  return x + y;
}
#endif

#ifdef UNDEFINED
double nowhere(double x);
double f(double x) { return x > 1 ? nowhere(x) : x; }
#endif
#ifdef MANY
int n1(void), n2(void), n3(void), n4(void), n5(void), n6(void), n7(void);
int f(int x) { return x ? n1() + n2() + n3() + n4() + n5() + n6() + n7() : 0; }
#endif
#ifdef HELPER
static const double table[] = {1, 2, 3};
const double *const where = &table[1];
double nowhere(double x) { return x > 0 ? table[(int)x % 3] : *where; }
#endif
