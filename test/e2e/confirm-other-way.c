// Where gcc's build takes another way than the one of which alone there is no
// proof, the proof is none. Here gcc reads another text, and does not say so.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: printf '#!/bin/sh\nexec gcc -DOTHER "$@"\n' > gcc && chmod +x gcc
// RUN: not %coverme %s --entry f --gcov-cc %t/gcc > out
// RUN: FileCheck %s < out
// CHECK: f: 2 of 4 branches covered, 0 proved infeasible
// CHECK: takes another way than the only one that is not proved infeasible
int f(unsigned h) {
  if (h * 2654435761u == 0x12345678u) {
#ifdef OTHER
    int n = 1;
#else
    int n = 0;
#endif
    if (n == 1)
      return 1;
  }
  return 0;
}
