// Ensures which constants are kept: numbers of the source in the order of their
// first appearance, each once; not what only addresses or sizes.
// RUN: %cc -O1 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

struct pair {
  int first;
  double second;
};

static const double kScalar = 123.5;
static const float kTable[2][2] = {{0.25f, 0.5f}, {0.75f, 0.25f}};
static const int kLong[65] = {4711};
static int variable[] = {4712};
const char *const kText = "text";
extern void print(const char *);

double f(double x, struct pair *p, int i, long l, char c) {
  // CHECK: function 0 f
  // CHECK: constants 1.5 2.5f 17.0 -9:64 65:32 123.5 0.25f 0.5f 0.75f 2:32 3:32 99:32{{$}}
  if (x < 1.5 || (float)x < 2.5f || x == 1.5)
    return 17;
  if (l == -9l || c == 'A')
    return kScalar;
  p[5].second = kTable[i][1];
  p->first = kLong[i] + variable[i];
  print("string");
  switch (i) {
  case 2:
  case 3:
    return x;
  }
  long array[7] = {};
  __builtin_memset(p, 0, 77);
  return i + 99 + array[i];
}
