// Decisions that gcc has otherwise than clang, beside proofs. (Of a file that
// asks for its compiler, as confirm-compilers.c does, nothing is proved.)
// RUN: %exits 0 %coverme %s --entry turned_round --json %t.json -q && %check-suite --expect branches.proved_infeasible=1 %t.json
// A loop whose variable ends with it:
// RUN: %exits 0 %coverme %s --entry never_loops --range n=-5:-1 -q

#include <stdlib.h>

static int far(int x) { return x + 7; }

int turned_round(double x) { return x * x >= -1.0 || x != x ? 1 : far(3); }

int never_loops(int n) {
    int sum = 0;
    for (int i = 0; i <= n; ++i)
        sum += i;
    return sum;
}

// What a call that ends in the middle has not come to, clang's counters do not
// tell: they stand ahead of the call that ends it.
// RUN: %exits 0 %coverme %s --entry refuses --json %t.json -q && %check-suite --expect branches.proved_infeasible=3 %t.json
void stop(void);

int refuses(const int *p, const int *q) {
    (void)(p != p || (stop(), 1));
    (void)(q != q || (stop(), 1));
    return 0;
}

void stop(void) { abort(); }
