// Each uncovered branch becomes a question in SMT-LIB, and two solvers agree on
// the answers. For what no input takes, there are no values to get: error.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %exits 1 %coverme %s --entry puzzle --no-gcov --prove off --max-evals 2000 -q --emit-smt a/smt
// RUN: ls a/smt | count 3
// RUN: FileCheck %s --check-prefix HEAD < a/smt/puzzle-48-18-false.smt2
// HEAD: ; Does some input of double puzzle(double x, int n) take the false branch at emit-smt.c:48:18?
// HEAD: (set-logic QF_BVFP)
// HEAD: (declare-const |x.bits| (_ BitVec 64))
// HEAD: (declare-const |n.bits| (_ BitVec 32))
// HEAD: (check-sat)
//
// RUN: not z3 a/smt/puzzle-48-18-false.smt2 | FileCheck %s --check-prefix NEVER
// RUN: cvc5 a/smt/puzzle-48-18-false.smt2 2>&1 | FileCheck %s --check-prefix NEVER
// RUN: not z3 a/smt/puzzle-53-11-true.smt2 | FileCheck %s --check-prefix NEVER
// RUN: cvc5 a/smt/puzzle-53-11-true.smt2 2>&1 | FileCheck %s --check-prefix NEVER
// NEVER: {{^}}unsat
// RUN: z3 a/smt/puzzle-55-33-true.smt2 | FileCheck %s --check-prefix ONCE
// RUN: cvc5 a/smt/puzzle-55-33-true.smt2 2>&1 | FileCheck %s --check-prefix ONCE
// ONCE: {{^}}sat
// ONCE: n.bits{{.*}}{{#xeae92f51|#b11101010111010010010111101010001}}
//
// The solver of --prove smt covers the one and proves the others.
// RUN: %exits 0 %coverme %s --entry puzzle --prove smt --json once.json --emit-smt b
// RUN: %check-suite --expect branches.covered=8 --expect branches.proved_infeasible=2 --expect sites.1.branches.0.proof='{"engine": "smt", "boxes": 1, "reason": "no input satisfies the conditions on the way there"}' once.json
// RUN: ls b | count 2
// RUN: %exits 0 %coverme %s --entry puzzle --prove smt --json again.json -q && %same-suite once.json again.json
//
// Where nothing can be asked, a note tells why.
// RUN: %exits 1 %coverme %s --entry rounds --no-gcov -q --emit-smt c 2> note
// RUN: FileCheck %s --check-prefix NOTE < note
// NOTE: coverme: note: nothing to ask about 'rounds': it changes the rounding mode
// RUN: not ls c
//
// RUN: %refuses 2 'coverme: error: .*' %coverme %s --entry puzzle --emit-smt %s/smt

int fesetround(int mode);

static const double huge = 1e300, one = 1.0;
static const int primes[4] = {2, 3, 5, 7};

double puzzle(double x, int n) {
  union {
    double number;
    unsigned word[2];
  } bits = {x};
  if ((bits.word[1] & 0x7fffffff) < 0x3e400000) // |x| < 2^-27
    if (huge + x > one)
      return x;
  int sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += primes[(n + i) & 3];
  if (sum != 17)
    return 0;
  if ((unsigned)n * 2654435761u == 0xcafe0001u)
    return 1;
  return 2;
}

int rounds(double x) {
  fesetround(0);
  if (x * 0 == 1)
    return 1;
  return 0;
}
