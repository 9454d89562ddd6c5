// An expression on several lines, whose operators stand at their beginnings: gcc
// has its code on any one of the lines, and clang on others.
//
// RUN: %exits 0 %coverme %s --all | FileCheck %s
// CHECK: 34 of 34 branches covered
// CHECK-NOT: seen under clang only
//
// Lines are known whatever the flags say of debug information.
// RUN: %exits 0 %coverme %s --entry returned -- -g0

int returned(int x, int y) {
  return x > 3
         && y > 4;
}

int assigned(double x, double y) {
  int both = x > 3
             && y > 4;
  return both ? 1
              : 2;
}

int in_parentheses(int x, int y) {
  return (x > 3
          && y > 4
          && x < y);
}

int repeated(double x) {
  int n = 0;
  do
    x /= 2, ++n;
  while (x > 10
         && x < 20);
  return n;
}

int compared(int x) {
  if (x
      > 3)
    return 1;
  return 0;
}

/* The condition is a number, on the line behind the brace. */
int down(double x)
{
  int n = 0;
  do
    {
      ++n;
      x = x >= 1 && x < 40 ? x - 1 : 0;
    }
  while (x);
  return n;
}

int ended(const char *text)
{
  int n = 0;
  do
    {
      ++n;
    }
  while (*text++);
  return n;
}

int limited(unsigned char n, int step)
{
  int sum = 0;
  do
    {
      sum += step;
    }
  while (n-- && sum < 30);
  return sum;
}
