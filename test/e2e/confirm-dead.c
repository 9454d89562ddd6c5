// Compilers leave out a decision that a constant keeps all calls from, and clang
// has another on its line that is ours by number only: what calls take of that
// one is no word against the proofs.
// RUN: %coverme %s --entry choice -q > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: choice: 9 of 14 branches covered, 5 proved infeasible, 0 deemed infeasible, 0 open;
int choice(float x, long long y, long long z) {
  int r = 40;
  if ((y <= 4 || x <= 3))
    r += z > 3;
  else if ((1000 < 4 ? x == 7 : y >= 1000)) {
  } else
    r ^= (int)((y == 40) * 3 + (!(y >= 1 && y <= 1000) ? 3 : 255));
  return r;
}
