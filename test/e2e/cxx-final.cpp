// A dynamic_cast to a class that is final asks for it as others do.
// RUN: %coverme %s --all > %t.txt 2>&1
// RUN: FileCheck %s --input-file %t.txt
// CHECK: {{^}}byReference {{.*}} 4  {{ *}}4  {{ *}}0
// CHECK: {{^}}byPointer {{.*}} 2  {{ *}}2  {{ *}}0
struct Shape {
  virtual ~Shape() {}
  virtual int corners() { return 3; }
  int kind = 1;
};
struct Square final : Shape {
  int corners() override { return 4; }
  int side = 2;
};
struct Disc final : Shape {
  double radius = 1;
};

int byReference(Shape &shape) {
  if (auto *square = dynamic_cast<Square *>(&shape))
    return square->side > 7 ? 1 : 2;
  return 0;
}

int byPointer(Shape *shape) {
  return dynamic_cast<Disc *>(shape) ? 1 : 0;
}
