// With -fopenmp, the code is that of one thread: the branches below a directive
// are the function's own.
//
// RUN: %exits 0 %coverme %s --entry sums -- -fopenmp | FileCheck %s --check-prefix SUMS
// SUMS: sums: 6 of 6 branches covered
// SUMS-NEXT: gcov (gcc): {{.*}} branches 6/6
//
// What hangs on a directive is not proved; nothing hangs on one elsewhere.
// RUN: %exits 1 %coverme %s --all --json %t.json -- -fopenmp | FileCheck %s
// CHECK: {{^}}sums {{.*}}100.00 %
// CHECK: {{^}}plain {{.*}} 3 1 0 0
// CHECK: {{^}}never {{.*}} 3 0 1 0
// RUN: %check-file %t.json
//
// What asks whether there is OpenMP is the same for all.
// RUN: %exits 0 %coverme %s --entry has -- -fopenmp -DHAS | FileCheck %s --check-prefix HAS
// HAS: has: 5 of 6 branches covered, 1 proved infeasible
//
// clang knows nothing of directives for accelerators, which gcc heeds. Failed
// before: a proof that gcc's build denied.
// RUN: %exits 1 %coverme %s --entry alone -- -fopenacc -DALONE | FileCheck %s --check-prefix ALONE
// ALONE: alone: {{.*}} 0 proved infeasible
//
// Objects that have been compiled with it are linked with its library.
// RUN: gcc -fopenmp -c -DOTHER -o %t.o %s
// RUN: %exits 0 %coverme %s --entry calls -- -fopenmp -DCALLS %t.o | FileCheck %s --check-prefix CALLS
// CALLS: calls: 2 of 2 branches covered
//
// RUN: %exits 0 %coverme %s --entry asks -- -fopenmp -DASKS | FileCheck %s --check-prefix ASKS
// ASKS: asks: 2 of 2 branches covered
#if defined(OTHER) || defined(CALLS) || defined(ASKS)
#include <omp.h>
#endif

#ifdef OTHER
int threads(void) {
  int count = 0;
#pragma omp parallel
#pragma omp atomic
  ++count;
  return count;
}
#elif defined(CALLS)
int threads(void);
int calls(double x) {
  return x > threads() ? 1 : 2;
}
#elif defined(HAS)
#ifdef _OPENMP
int has(double x) {
  if (x > 2 && x < 1)
    return 1;
  return x > 3 ? 2 : 3;
}
#endif
#elif defined(ALONE)
int alone(signed char x) {
  int y = 0;
#pragma acc parallel firstprivate(y)
  y = 5;
  return y != 5 ? 1 : x;
}
#elif defined(ASKS)
int asks(double x) {
  return x > omp_get_thread_num() ? 1 : 2;
}
#else
double sums(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    if (x[i] > 2)
      sum += x[i];
  return sum > 100 ? 1 : sum;
}

int plain(double x) {
  return x > 2 && x < 1;
}

int never(double x) {
  int found = 0;
#pragma omp parallel
  if (x > 2 && x < 1)
    found = 1;
  return found;
}
#endif
