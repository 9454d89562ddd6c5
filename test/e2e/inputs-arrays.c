// What pointers point to are inputs: as many elements as --array, the
// declaration or the code says, against a guard page.
//
// The user says how many.
// RUN: %inputs --inputs 'p[0]: double; p[1]: double; p[2]: double; p[3]: double' --some 'v.p == [1, 2, 3, 4]' -- %s --entry four --array p=4
// RUN: %inputs --inputs 'n: int; p[0]: double; p[1]: double; p[2]: double; p[3]: double; p[4]: double; p[5]: double; p[6]: double; p[7]: double' --every 'n <= 8' --some 'n >= 3' -- %s --entry sum --array p=n
// RUN: %inputs --inputs 'a[1]: int; b[2]: unsigned char; b: const unsigned char *' --some 'v["a[1]"] == 77 and v["b[2]"] > 200' -- %s --entry two --array a=2 --array=b=3
// RUN: %inputs --some 'n >= 16 and v["p[15]"] == 4' --every 'n <= 20' -- %s --entry many --array p=n --range n=0:20
// RUN: %inputs --some 'n >= 16 and v["p[15]"] == 4' --every 'n <= 20' -- %s --entry many --array p=n --assume 'n <= 20'
//
// Limits that only we know of prove nothing.
// RUN: %inputs --exit 1 --uncovered 3 --every 'n <= 8' -- %s --entry many --array p=n | FileCheck %s --check-prefix LIMIT
// LIMIT: 0 proved infeasible
// RUN: %inputs --exit 1 --uncovered 1 -- %s --entry longText | FileCheck %s --check-prefix LIMIT
//
// Only what is read is an input, however far behind.
// RUN: %inputs --inputs 'p[999]: double; p[1999]: double' --some 'v["p[999]"] == 5 and v["p[1999]"] == 0' -- %s --entry last --array p=2000
//
// The declaration does.
// RUN: %inputs --inputs 'p[0]: double; p[1]: double; p[2]: double' --some 'v["p[0]"]*v["p[0]"] + v["p[1]"]*v["p[1]"] + v["p[2]"]*v["p[2]"] == 1' -- %s --entry vector
// RUN: %inputs --inputs 'r[0][0]: double; r[0][1]: double; r[1][0]: double; r[2][0]: double; r[2][2]: double' --some 'v["r[0][1]"] == v["r[1][0]"] != v["r[0][0]"]' -- %s --entry matrix
// RUN: %inputs --some 'n == 8' --every 'n <= 8' -- %s --entry counted
//
// The code does.
// RUN: %inputs --inputs 'p[0]: double; p[1]: double; p[2]: double' -- %s --entry constants
// RUN: %inputs --inputs 'rows[0][0]: double; rows[0][1]: double; rows[1][0]: double; rows[1][1]: double; rows[1]: double *' --some 'v["rows[1][1]"] == 7' -- %s --entry nested --array rows=2 --array 'rows[0]=2' --array 'rows[1]=2'
// RUN: %inputs --inputs '**q: int' --some 'v["**q"] == 42' -- %s --entry twice
//
// Strings end.
// RUN: %inputs --every 'len(v.s) == 24' --some 'bytes(x % 256 for x in v.s).startswith(bytes([97, 98, 0]))' -- %s --entry string
// RUN: %inputs --inputs 's[0]: char; s[1]: char' -- %s --entry bytes --array s=2
// RUN: %inputs --inputs 'data[3]: unsigned char' --some 'v["data[3]"] == 200' -- %s --entry anything
//
// One element too far is a finding, and not luck.
// RUN: %inputs --exit 1 --findings 1 --uncovered 3 -- %s --entry overrun --array p=3 --max-evals 1000 | FileCheck %s --check-prefix BEYOND
// BEYOND: signal: raises SIGSEGV at inputs-arrays.c:[[#@LINE+95]]
// RUN: %inputs --exit 1 --findings 1 --uncovered 1 -- %s --entry sumTooFar --array p=n --max-evals 1000 | FileCheck %s --check-prefix TOO-FAR
// TOO-FAR: signal: raises SIGSEGV at inputs-arrays.c:
// RUN: %exits 0 %coverme run %s --entry overrun --array p=4 --input 9 --input 9
// RUN: %exits 1 %coverme run %s --entry overrun --array p=3 --input 9

int four(const double *p) {
  return p[0] == 1 && p[1] == 2 && p[2] == 3 && p[3] == 4;
}

int many(const double *p, int n) {
  if (n > 15)
    return p[15] == 4 ? 2 : 1;
  return 0;
}

int last(const double *p) { return p[999] == 5 && p[1999] == 0 ? 1 : 0; }

int longText(const char *s) {
  int length = 0;
  while (s[length])
    ++length;
  return length > 40 ? 1 : 0;
}

int sum(const double *p, int n) {
  double all = 0;
  for (int i = 0; i < n; ++i)
    all += p[i];
  if (all == 10 && n >= 3)
    return 1;
  return 0;
}

int two(int *a, const unsigned char *b) {
  if (a[1] == 77 && b[2] > 200) {
    a[0] = b[2];
    return 1;
  }
  return 0;
}

int vector(const double p[3]) {
  if (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] == 1.0)
    return 1;
  return 0;
}

int matrix(double r[3][3]) {
  if (r[0][1] == r[1][0] && r[0][0] != r[0][1]) {
    r[2][2] = 1;
    return 1;
  }
  return r[2][2] > 5 && r[2][0] < 0;
}

int counted(int n, const float a[n]) {
  if (n == 8)
    return a[7] > 3;
  return 0;
}

int constants(const double *p) { return p[2] == 3.5 ? 1 : p[0] > p[1] && p[1] > 4; }

int nested(double **rows) {
  if (rows[1][1] == 7)
    return 1;
  return rows[0][0] < rows[0][1] || rows[1][0] > 5;
}

int twice(int **q) {
  if (**q == 42)
    return 1;
  return 0;
}

int string(const char *s) {
  int length = 0;
  while (s[length] != 0)
    ++length;
  if (length == 2 && s[0] == 'a' && s[1] == 'b')
    return 1;
  return length > 5;
}

int bytes(char *s) { return s[0] == 'x' && s[1] == 'y'; }

int anything(const void *data) {
  if (((const unsigned char *)data)[3] == 200)
    return 1;
  return 0;
}

int overrun(const double *p) {
  if (p[0] > 1)
    if (p[3] > 1)
      return 1;
  return 0;
}

int sumTooFar(const int *p, int n) {
  int all = 0;
  for (int i = 0; i <= n; ++i)
    all += p[i];
  return all;
}
