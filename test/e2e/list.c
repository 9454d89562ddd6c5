// --list shows every function of the file with its signature and its number
// of sites, and touches nothing else.
// RUN: %exits 0 %coverme %s --list | FileCheck %s
#include <stdint.h>

// CHECK: {{^}} 1 site static int helper(int n){{$}}
static int helper(int n) { return n > 3 ? 1 : 0; }

// CHECK: {{^}} 2 sites double entry(double x, const float *y, uint8_t k){{$}}
double entry(double x, const float *y, uint8_t k) {
  if (x > *y)
    return helper(k);
  if (k == 200)
    return 2;
  return 0;
}

// CHECK: {{^}} 0 sites void plain(void){{$}}
void plain(void) {}

// Nothing is linked.
// CHECK: {{^}} 1 site int asks(void){{$}}
int nowhere(void);
int asks(void) { return nowhere() > 3 ? 1 : 0; }

// CHECK: {{^}} 1 site int sum(int n, ...){{$}}
int sum(int n, ...) { return n < 0 ? 0 : n; }
