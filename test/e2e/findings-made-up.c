// What crashes behind a function that is made up is a suspicion: nobody knows
// that it comes back, or what it fills.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 3 functions run (1 without branches); 8 of 8 branches covered{{.*}} 1 finding, 1 suspicion
// CHECK: mean
// CHECK: signal (suspicion): raises SIGSEGV
// CHECK: sum
// CHECK: signal: raises SIGSEGV
void fatal(const char *why);

double mean(const double *x, int n) {
  double sum = 0;
  if (!x)
    fatal("null");
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum / n;
}

static int isWarned;
static void warn(void) { isWarned = 1; }

double sum(const double *x, int n) {
  double sum = 0;
  if (!x)
    warn();
  for (int i = 0; i < n; ++i)
    sum += x[i];
  return sum + isWarned;
}
