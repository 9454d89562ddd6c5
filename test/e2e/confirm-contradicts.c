// Counters that contradict a proof are an internal error: the proof was wrong,
// or what was compiled is not what was proved. Here, the compiler of the replay
// makes another program of the source. The branch is open then, and the report
// is there with all else that was found.
// RUN: mkdir -p %t/bin && ln -sf /usr/bin/gcov %t/bin/other-gcov
// RUN: printf '#!/bin/sh\nexec gcc -DOTHER "$@"\n' > %t/bin/other-gcc && chmod +x %t/bin/other-gcc
// RUN: %exits 4 %coverme %s --entry more --gcov-cc %t/bin/other-gcc -q --json %t/more.json > %t/more 2>&1
// RUN: FileCheck %s --check-prefix MORE --input-file %t/more
// RUN: FileCheck %s --check-prefix JSON --input-file %t/more.json
// RUN: %exits 4 %coverme %s --entry opposite --gcov-cc %t/bin/other-gcc -q > %t/opposite 2>&1
// RUN: FileCheck %s --check-prefix OPPOSITE --input-file %t/opposite
// RUN: %exits 4 %coverme %s --all --gcov-cc %t/bin/other-gcc -q > %t/all 2>&1
// RUN: FileCheck %s --check-prefix ALL --input-file %t/all
// RUN: %exits 0 %coverme %s --all -q
#ifdef OTHER
#define GREATEST 3
#define NEVER -1
#else
#define GREATEST 7
#define NEVER 7
#endif

int more(unsigned char x) {
  int n = x & 7;
  if (n == 6)
    --n;
  // MORE: more: 3 of 4 branches covered, 0 proved infeasible, 0 deemed infeasible, 1 open;
  // MORE: coverme: error: confirm-contradicts.c:[[@LINE+2]]: the build of {{.*}}other-gcc took 2 of the outcomes here, and all but 1 are proved infeasible; please report this
  // JSON: "unconfirmed":{{ ?}}"confirm-contradicts.c:[[@LINE+1]]: the build of {{.*}}other-gcc took 2 of the outcomes here, and all but 1 are proved infeasible"
  if (n > GREATEST)
    return 1;
  return 0;
}

int opposite(unsigned char x) {
  int n = x & 7;
  // OPPOSITE: opposite: 0 of 2 branches covered,
  // OPPOSITE: coverme: error: confirm-contradicts.c:[[@LINE+1]]:9: a coverage build took the true outcome, which is proved infeasible; please report this
  if (n > NEVER)
    return 1;
  return 0;
}
// ALL: 2 functions run; 3 of 6 branches covered, 0 proved infeasible, 0 deemed infeasible, 3 open;
// ALL: coverme: error: 2 of 2 functions met an error; 'more': confirm-contradicts.c:{{.*}}; please report this
