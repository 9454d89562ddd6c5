// Matrices as C99 hands them on: rows whose length is a parameter.
// RUN: %exits 0 %coverme %s --all > %t
// RUN: FileCheck %s < %t
// RUN: rm -rf %t.kept && %coverme %s --all -q --emit c=%t.kept
// RUN: sh -c 'for file in %t.kept/*/*.c; do gcc -Wall -Wextra -Werror $file -o %t.run -lm && %t.run || exit 1; done'
//
// CHECK: 7 functions run; 50 of 50 branches covered{{.*}} 0 findings
// CHECK-NOT: is a guess
int sum(int n, int m, int a[n][m]) {
  int s = 0;
  if (n < 1 || m < 1 || n > 4 || m > 4)
    return -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += a[i][j];
  return s == 33;
}

int trace(int n, const double a[n][n]) {
  double t = 0;
  if (n < 1 || n > 5)
    return -1;
  for (int i = 0; i < n; i++)
    t += a[i][i];
  if (t > 100)
    return 1;
  return 0;
}

int pointed(int n, double (*a)[n]) {
  if (n < 1 || n > 5)
    return -1;
  if (a[0][n - 1] > 100)
    return 1;
  return 0;
}

int twoRows(int n, const double x[static 2][n]) {
  if (n < 1 || n > 4)
    return 0;
  if (x[1][n - 1] > 5)
    return 1;
  return 0;
}

int openRows(int n, double x[][n]) {
  if (n < 1 || n > 4)
    return 0;
  if (x[1][n - 1] > 5)
    return 1;
  return 0;
}

int cubes(int n, double x[n][n][3]) {
  if (n < 1 || n > 3)
    return 0;
  if (x[n - 1][n - 1][2] > 5)
    return 1;
  return 0;
}

void fill(int n, int m, float a[restrict n][m], float value) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = value > 0 ? value : 1;
}
