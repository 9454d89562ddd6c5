// An object that another version of coverme has instrumented: one clear line.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: echo 'extern void __coverme_abi_version_1(void); void *version = (void *)__coverme_abi_version_1; double f(double x) { return x; }' > old.c
// RUN: gcc -fPIC -c old.c -o old.o
// RUN: %refuses 3 "coverme: error: '%s' does not link: an object was compiled with coverme-cc or the plugin of another version of coverme; compile it again" %coverme %s --entry g --no-gcov -- old.o
double f(double x);
double g(double x) {
  return f(x) > 1 ? 2 : 1;
}
