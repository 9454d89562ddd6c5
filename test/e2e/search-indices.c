// Indices that have to fit the arrays that they lead into, behind a guard that
// plain inputs do not pass.
// RUN: %coverme %s --entry product --timeout 30 | FileCheck %s
// CHECK: product: 12 of 12 branches covered
struct sparse {
  int nz;
  int *begins, *rows;
  double *values;
};

double product(const struct sparse *a, const struct sparse *b, int j,
               double *mark) {
  if (!a || a->nz != -1 || !b || b->nz != -1)
    return -1;
  double sum = 0;
  for (int i = a->begins[j]; i < a->begins[j + 1]; ++i) {
    const int row = a->rows[i];
    if (mark[row] < b->values[i])
      mark[row] = sum;
    else
      sum += mark[row];
  }
  return sum > 2;
}
