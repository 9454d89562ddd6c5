// Functions made up write to what their parameters lead to: to objects of the
// entry's caller, and to local variables, of arrays as much as each of those that
// are passed has. What is const, and what lies beside it, they leave alone.
// RUN: %exits 1 %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: 14 functions run; 105 of 108 branches covered, 0 proved infeasible, 3 deemed infeasible, 0 open; 0 findings,
// CHECK: :[[@LINE+50]]:18  true   deemed infeasible  if (all.before
// CHECK: :[[@LINE+49]]:37  true   deemed infeasible  if (all.before
// CHECK: :[[@LINE+148]]:16  false  deemed infeasible  return local
//
// RUN: %inputs --some 'v["clipped()->count"] > 0 and v["clipped()->values[0]"] > 4' -- %s --entry inside --stub-undefined
// RUN: %inputs --some 'v["centre(*3).x#1"] == v["centre(*3).x#2"] and result == 2' --some 'result == 3' -- %s --entry arcs --stub-undefined
struct point {
  double x, y;
};
double centre(const struct point *a, const struct point *b,
              struct point *result);
void rotation(double angle, double matrix[3][3]);
void name(char *text, int size);
int status(const double *of);
double *newest(int *count);

int arcs(const struct point *a, const struct point *b) {
  struct point first, second;
  const double radius = centre(a, b, &first), other = centre(b, a, &second);
  if (radius < 0 || other < 0)
    return 1;
  if (first.x == second.x)
    return 2;
  return first.y > second.y ? 3 : 4;
}

int turns(double angle) {
  double matrix[3][3];
  rotation(angle, matrix);
  if (matrix[2][1] > 7)
    return 1;
  return matrix[0][0] == -1.5 && matrix[1][2] < 0 ? 2 : 3;
}

int names(void) {
  char text[8];
  name(text, sizeof text);
  if (text[0] == 'n' && text[6] == 'x')
    return 1;
  return text[7] == 0 ? 2 : 3;
}

int beside(double x) {
  struct {
    int before;
    char text[4];
    int behind;
  } all = {7, "", 9};
  const double own = 3;
  name(all.text, sizeof all.text);
  if (all.before != 7 || all.behind != 9)
    return 1;
  return status(&own) > 2 && all.text[3] == 'q' && x > own ? 2 : 3;
}

int given(struct point *point) {
  const struct point origin = {0, 0};
  centre(&origin, &origin, point);
  return point->x == 451 ? 1 : 2;
}

int counted(void) {
  int count = -1;
  const double *values = newest(&count);
  if (values == 0)
    return 1;
  return count > 0 && values[0] > 3 ? 2 : 3;
}

// What a struct that one returns leads to is an input, too.
struct list {
  int count;
  double *values;
};
struct list *clipped(const struct list *of, double least);
int inside(const struct list *of, double least) {
  const struct list *some = clipped(of, least);
  int isInside = 0;
  for (int i = 0; some && i < some->count; ++i)
    if (some->values[i] > 4)
      isInside = !isInside;
  return isInside ? 1 : 2;
}

// A void * leads to what the local variables are that the file passes.
int setting(const char *called, int kind, void *value);
int seeded(int old) {
  int seed, other;
  if (!setting("seed", 1, &seed) || !setting("other", 1, &other))
    return 0;
  return seed > 17 && seed == other && seed != old ? 1 : 2;
}

// One that takes bytes, and a number of them, passes on bytes nevertheless.
long take(struct list *from, void *memory, unsigned long size);
int taken(struct list *from) {
  double value;
  if (take(from, &value, sizeof value) != sizeof value)
    return 1;
  return value > 3 ? 2 : 3;
}

// What is filled has pointers to objects, and so has a pointer that is set.
struct matrix {
  double *values;
  int rows;
};
int allocate(struct matrix *matrix, int rows);
int filled(const double *values, int rows) {
  struct matrix matrix;
  if (allocate(&matrix, rows))
    return 1;
  for (int i = 0; i < rows; ++i)
    matrix.values[i] = values[i];
  return rows > 2 && matrix.values[2] > 7 ? 2 : 3;
}

int find(const struct list *in, double least, struct list **found);
int found(const struct list *in) {
  struct list *list;
  if (find(in, 0.5, &list) != 1)
    return 0;
  return list->count == 12 && list->values[1] > 3 ? 1 : 2;
}

// So has a struct that is returned, in registers or in memory.
struct matrix made(int rows);
int returned(int rows) {
  const struct matrix matrix = made(rows);
  if (rows < 1 || rows > 4)
    return 0;
  return matrix.values[rows - 1] > 3 && matrix.rows == 12 ? 1 : 2;
}

struct grid {
  double *values;
  double **rows;
  long count;
};
struct grid grid(int rows);
int gridded(int rows) {
  const struct grid made = grid(rows);
  return made.rows[1][0] == 5 && made.count > 7 ? 1 : 2;
}

// All that is known of these is that they are called.
void *opaque();
int untyped(double x) {
  double local = 5;
  opaque(&local);
  return local == 5 && x > 3 ? 1 : 2;
}
