// A constructor that is made up fills the object that it is called for: its
// numbers, and its pointers, which lead to objects.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: nobody defines 'math::Matrix::Matrix(int, int)', 'math::Vector::Vector(int)', 'math::Vector::~Vector()'
// CHECK: 18 of 18 branches covered, 0 proved infeasible, 0 deemed infeasible, 0 open; 0 findings
namespace math {
class Vector {
  double *at;
  int size;

public:
  Vector(int size);
  ~Vector();
  double &operator()(int i) { return at[i]; }
  int length() const { return size; }
};

struct Matrix {
  Matrix(int rows, int columns);
  int rows, columns;
  double scale;
};
} // namespace math

int copied(const double *from, int n) {
  math::Vector to(n);
  for (int i = 0; i < n; i++)
    to(i) = from[i];
  if (n > 2 && to(1) > 7)
    return 1;
  return to.length() == 17 ? 2 : 3;
}

int scaled(int n) {
  const math::Matrix matrix(n, n);
  if (matrix.rows != matrix.columns)
    return 1;
  return matrix.scale > 2.5 && matrix.rows == 12 && n == 3 ? 2 : 3;
}
