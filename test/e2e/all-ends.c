// --all goes on when the process of a function dies, reports what it has when
// it is interrupted, and leaves nothing running, however it ends.
//
// RUN: %exits 4 %signal-job KILL job endless %coverme %s --all -j 2 --prove off --max-evals 4000000000 --json %t.json > %t.txt 2>&1
// RUN: %check-file --expect totals.ran=2 --expect totals.failed=1 --expect functions.last.suite.branches.covered=2 --expect functions.endless.status='"failed"' --expect interrupted=false %t.json
// RUN: FileCheck %s --check-prefix KILLED < %t.txt
// KILLED-DAG: all-ends.c:[[@LINE+18]] endless its process was killed by signal 9 (Killed)
// KILLED-DAG: coverme: error: 1 of 3 functions met an error; 'endless': its process was killed by signal 9 (Killed)
//
// RUN: %exits 130 %signal-job INT tool endless %coverme %s --all -j 1 --prove off --max-evals 4000000000 --json %t.json > %t.txt 2>&1
// RUN: %check-file --expect interrupted=true --expect totals.ran=2 --expect totals.not_run=1 --expect functions.first.suite.branches.covered=2 --expect functions.last.status='"not_run"' %t.json
// RUN: FileCheck %s --check-prefix INTERRUPTED < %t.txt
// INTERRUPTED-DAG: 2 functions run, 1 not run; 5 of 6 branches covered
// INTERRUPTED-DAG: note: the run was interrupted
// INTERRUPTED-DAG: all-ends.c:[[@LINE+18]] last
// INTERRUPTED-DAG: coverme: error: interrupted
//
// RUN: %exits 143 %signal-job TERM tool endless %coverme %s --all --prove off --max-evals 4000000000 -q
//
// What the functions' processes have started dies with coverme itself:
// RUN: mkdir -p %t.tmp && not env TMPDIR=%t.tmp %signal-job KILL tool endless %coverme %s --all --prove off --max-evals 4000000000 -q
// RUN: rm -rf %t.tmp
int first(double x) { return x > 1.0 ? 1 : 0; }

int endless(double x) {
  if (x * x < 0.0)
    return 1;
  if (x > 1.0)
    return 2;
  return 0;
}

int last(double x) { return x < -1.0 ? 1 : 0; }
