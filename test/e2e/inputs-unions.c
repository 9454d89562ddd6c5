// A union is its largest member. Of one with pointers alone, that is the first.
// One with a pointer beside other members stays zero, and the report says so.
//
// RUN: %inputs --inputs 'code->real: double; code->kind: int' --some 'v["code->real"] == 6.5' -- %s --entry numbers
// RUN: %inputs --inputs 'either->node->value: double; either->node: struct node *' --some 'v["either->node->value"] == 4.5' -- %s --entry pointers
// RUN: %exits 0 %coverme %s --entry passed
//
// RUN: %exits 1 %coverme %s --entry mixed | FileCheck %s
// CHECK: mixed: 5 of 6 branches covered, {{.*}} 1 open;
// CHECK: note: 2 of 3 inputs are searched; the others are zero
// CHECK: tagged->of.real > 3)
// RUN: %exits 0 %coverme %s --entry unread | FileCheck %s --check-prefix UNREAD
// UNREAD-NOT: are searched
struct node {
  double value;
};
struct code {
  union {
    int small;
    double real;
  };
  int kind;
};
union either {
  struct node *node;
  const double *number;
};
struct tagged {
  int kind;
  union {
    double real;
    struct node *node;
  } of;
};

int numbers(const struct code *code) {
  return code->kind > 1 && code->real == 6.5;
}

int pointers(const union either *either) {
  if (either->node && either->node->value == 4.5)
    return 1;
  return 0;
}

int passed(union either either) { return either.number[0] > 2 ? 1 : 0; }

int mixed(const struct tagged *tagged, double x) {
  if (tagged->kind == 2 && tagged->of.real > 3)
    return 1;
  return x == 7.25 ? 2 : 0;
}

int unread(double x, struct node *node) {
  struct tagged own;
  own.of.real = x;
  if (own.of.real > 2)
    return 1;
  own.of.node = node;
  return own.of.node->value == 3;
}
