// Counters that contradict a proof are an internal error: the proof was wrong,
// or what was compiled is not what was proved. Here, the compiler of the replay
// makes another program of the source.
// RUN: mkdir -p %t/bin && ln -sf /usr/bin/gcov %t/bin/other-gcov
// RUN: printf '#!/bin/sh\nexec gcc -DOTHER "$@"\n' > %t/bin/other-gcc && chmod +x %t/bin/other-gcc
// RUN: %refuses 4 'coverme: error: confirm-contradicts\.c:21: the build of .*other-gcc took 2 of the outcomes here, and all but 1 are proved infeasible; please report this' %coverme %s --entry more --gcov-cc %t/bin/other-gcc -q
// RUN: %refuses 4 'coverme: error: confirm-contradicts\.c:28:9: a coverage build took the true outcome, which is proved infeasible; please report this' %coverme %s --entry opposite --gcov-cc %t/bin/other-gcc -q
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
  if (n > GREATEST)
    return 1;
  return 0;
}

int opposite(unsigned char x) {
  int n = x & 7;
  if (n > NEVER)
    return 1;
  return 0;
}
