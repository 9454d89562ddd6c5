// A pointer that the code compares with a constant object may lead to it, also
// one of another file; not to one whose address stays in the file.
// RUN: %exits 1 %coverme %s --all --stub-undefined -q | FileCheck %s
// CHECK: inputs-alias-constants.c: {{.*}} 18 of 20 branches covered
// RUN: %coverme %s --entry member --stub-undefined | FileCheck %s --check-prefix MEMBER
// MEMBER: shape->class = &square {{.*}}->  4
// RUN: %refuses 2 "coverme: error: --global square: there is no variable of this name" %coverme %s --entry member --stub-undefined --global square
struct class {
  int size;
  int (*area)(int);
};
struct shape {
  const struct class *class;
  int side;
};
extern const struct class circle;
const struct class square = {4, 0};
static const struct class given = {5, 0};
static const struct class kept = {6, 0};
const struct class *give(void) { return &given; }

int member(struct shape *shape) {
  if (shape->class == &square)
    return 4;
  if (shape->class == &circle)
    return 5;
  return shape->side > 3 ? 6 : 7;
}

int far(struct shape **place) {
  const struct shape *shape = *place;
  if (shape->class == &square)
    return 1;
  if (shape->class == &circle)
    return 2;
  return 0;
}

int far_own(struct shape **place) {
  if ((*place)->class == &kept)
    return 1;
  return 0;
}

int parameter(const struct class *class) {
  if (class == &given)
    return 1;
  return class == &circle ? 2 : 3;
}

int own(const struct class *class) {
  if (class == &kept)
    return 1;
  return class->size > 3 ? 2 : 3;
}
