// The dichotomic search for the root of 2 by single-precision numbers, three
// iterations as a tree of decisions (scripts/bench-prove has twelve). Each path
// is taken by a test or proved to be impossible.
// RUN: %exits 0 %coverme %s --entry path --prove interval --no-gcov --json %t.json
// RUN: %check-suite --expect branches.total=50 --expect branches.covered=36 --expect branches.proved_infeasible=14 %t.json
//
// No square rounds to 2, so the root is never met; the intervals are such that
// the root is not to the right of the first two middles.
// RUN: %exits 0 %coverme %s --entry path --prove interval --no-gcov | FileCheck %s
// CHECK: 36 of 50 branches covered, 14 proved infeasible
// CHECK: :[[@LINE+8]]:{{[0-9]+}} true proved infeasible (interval) if (F(mid) == 0)
#define F(x) ((x) * (x) - 2)

int path(float lo, float hi, float eps) {
  if (!(lo >= 0 && lo <= 1 && hi >= 2 && hi <= 4))
    return 0;
  if (!(hi - lo > eps)) return 1;
  float mid = (lo + hi) / 2;
  if (F(mid) == 0) return 2;
  if (F(lo) * F(mid) < 0) {
    if (!(mid - lo > eps)) return 1;
    float midl = (lo + mid) / 2;
    if (F(midl) == 0) return 2;
    if (F(lo) * F(midl) < 0) {
      if (!(midl - lo > eps)) return 1;
      float midll = (lo + midl) / 2;
      if (F(midll) == 0) return 2;
      if (F(lo) * F(midll) < 0)
        return 3;
      return 4;
    } else {
      if (!(mid - midl > eps)) return 1;
      float midlr = (midl + mid) / 2;
      if (F(midlr) == 0) return 2;
      if (F(midl) * F(midlr) < 0)
        return 3;
      return 4;
    }
  } else {
    if (!(hi - mid > eps)) return 1;
    float midr = (mid + hi) / 2;
    if (F(midr) == 0) return 2;
    if (F(mid) * F(midr) < 0) {
      if (!(midr - mid > eps)) return 1;
      float midrl = (mid + midr) / 2;
      if (F(midrl) == 0) return 2;
      if (F(mid) * F(midrl) < 0)
        return 3;
      return 4;
    } else {
      if (!(hi - midr > eps)) return 1;
      float midrr = (midr + hi) / 2;
      if (F(midrr) == 0) return 2;
      if (F(midr) * F(midrr) < 0)
        return 3;
      return 4;
    }
  }
}
