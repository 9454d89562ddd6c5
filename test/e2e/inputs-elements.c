// A pointer may be one of an array of pointers that the code looks for it in, by
// an index that it counts.
// RUN: %exits 0 %coverme %s --entry release --seed 1 | FileCheck %s
// RUN: %exits 0 %coverme %s --entry release --seed 2 | FileCheck %s
// CHECK: release: 10 of 10 branches covered
// CHECK: v = p->arr[0]
struct pool {
  int count;
  char **arr;
  int *size;
};
int release(struct pool *p, char *v, int force) {
  int i;
  for (i = p->count - 1; i >= 0; i--)
    if (p->arr[i] == v)
      break;
  if (i < 0 || p->size[i] < 0)
    return 0;
  if (force)
    return 2;
  return 1;
}
