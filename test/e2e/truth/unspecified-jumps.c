// A goto that leads past a declaration, or back to it. No build of gcc's gives
// another value to what the second one declares again, but C lets it.
// RUN: %truth --build 'gcc -O2' %s
// RUN: %exits 1 %coverme %s --entry again --prove all --no-gcov --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
// RUN: %exits 1 %coverme %s --entry large --prove all --no-gcov --json %t.json
// RUN: %check-suite --expect branches.proved_infeasible=0 %t.json
#include <assert.h>

int inside(int n);
int again(int n);
int large(int n);
int out(int n);

#ifndef CALLER
int inside(int n) {
  int found = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      goto inner;
    {
      int y[2];
      y[n & 1] = 1;
      y[1 - (n & 1)] = 1;
    inner:
      if (i == 1)
        if (y[n & 1] == 2) // TAKEN: true
          found = 1;
      y[n & 1] = 5;
    }
    {
      int z[2];
      z[n & 1] = 2;
      z[n >> 1 & 1] = 2;
      if (z[n >> 2 & 1] > 90)
        found = 7;
    }
  }
  return found;
}

int again(int n) {
  int round = 0, found = 0;
back:;
  int y[2];
  if (round == 0) {
    y[n & 1] = 1;
    y[1 - (n & 1)] = 1;
  }
  if (y[n & 1] == 2)
    found = 1;
  if (round++ == 0)
    goto back;
  return found;
}

int large(int n) {
  int round = 0, found = 0;
back:;
  int y[200];
  if (round == 0)
    for (int i = 0; i < 200; i++)
      y[i] = 1;
  if (y[n & 127] == 2)
    found = 1;
  if (round++ == 0)
    goto back;
  return found;
}

int out(int n) {
  int found = 0;
  if (n < 0)
    goto end;
  int y[2] = {n & 1, 3};
  for (int i = 0; i < 2; i++) {
    if (y[i] == 0)
      goto next;
    found += y[i];
  next:;
  }
  if (found > 4) // PROVED: true
    found = 9;
end:
  return found;
}
#else
int main(void) {
  assert(inside(0));
  return 0;
}
#endif
