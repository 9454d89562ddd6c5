// The objects of calls that the search has chosen are of no account to a finding
// without these calls, and nobody can say how large they are.
// RUN: %exits 0 %coverme %s --entry lookup --json %t.json > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix JSON < %t.json
// CHECK-NOT: --array
// CHECK: signal: raises SIGFPE
// CHECK-NEXT: coverme run {{.*}} --entry lookup --input=-35{{$}}
// CHECK-NOT: --array
// JSON: "guessed_sizes": []
#include <stdlib.h>
struct state {
  int size;
  struct state *next;
};
static struct state *first = 0;
struct state *lookup(int size) {
  struct state *at = first;
  while (at && at->size != size)
    at = at->next;
  if (at)
    return at;
  if (size < -30 && size > -40 && 100 / (size + 35) > 30)
    return 0;
  at = malloc(sizeof *at);
  if (!at)
    return 0;
  at->size = size;
  at->next = first;
  first = at;
  return at;
}
void scale(int size, const double *in, double *out) {
  struct state *with = lookup(size);
  for (int i = 0; i < size; i++)
    out[i] = in[i] * with->size;
}
