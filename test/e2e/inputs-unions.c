// A union is its largest member. Of one with pointers alone, that is the first.
// Which member one has that has a pointer beside others is one more input.
//
// RUN: %inputs --inputs 'code->real: double; code->kind: int' --some 'v["code->real"] == 6.5' -- %s --entry numbers
// RUN: %inputs --inputs 'either->node->value: double; either->node: struct node *' --some 'v["either->node->value"] == 4.5' -- %s --entry pointers
// RUN: %exits 0 %coverme %s --entry passed
//
// RUN: %exits 0 %coverme %s --entry mixed | FileCheck %s
// CHECK: mixed: 6 of 6 branches covered
// CHECK-NOT: are searched
// CHECK: tagged->of.real = {{.*}}, member of tagged->of = real
// RUN: %inputs --findings 2 --some 'v["tagged->of.real"] == 5.5 and v["member of tagged->of"] == 2' --some 'v["tagged->of.pair.first"] == 7 and v["member of tagged->of"] == 1' -- %s --entry tags
// A union in another one stays zero.
// What lies in the padding of the largest member, or between its bits, is an
// input, too.
// RUN: %exits 0 %coverme %s --entry padded
// RUN: %exits 0 %coverme %s --entry bits
//
// RUN: %exits 1 %coverme %s --entry nested | FileCheck %s --check-prefix NESTED
// NESTED: note: 3 of 4 inputs are searched; the others are zero
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

struct pair {
  int first;
  struct node *second;
};
struct three {
  int kind;
  union {
    struct node *node;
    struct pair pair;
    double real;
    char small;
  } of;
};

int tags(const struct three *tagged) {
  switch (tagged->kind) {
  case 1:
    return tagged->of.node->value == 4.5;
  case 2:
    return tagged->of.pair.first == 7 && tagged->of.pair.second->value == 2.5
               ? 2
               : 3;
  case 3:
    return tagged->of.real == 5.5 ? 4 : 5;
  default:
    return 6;
  }
}

struct deep {
  union {
    struct tagged inner;
    long number;
  } of;
};

int nested(const struct deep *deep) {
  return deep->of.number == 7 || deep->of.inner.of.real > 3;
}

int unread(double x, struct node *node) {
  struct tagged own;
  own.of.real = x;
  if (own.of.real > 2)
    return 1;
  own.of.node = node;
  return own.of.node->value == 3;
}

union padded {
  unsigned char kind;
  struct {
    unsigned char kind, a, b;
  } bytes;
  struct {
    unsigned char kind;
    unsigned short word;
  } words;
};

int padded(const union padded *of) {
  if (of->bytes.a == 3)
    return 1;
  return of->words.word == 4711 ? 2 : of->bytes.b == 5 ? 3 : 4;
}

union bits {
  struct {
    unsigned char low : 3;
  } few;
  unsigned char all;
};

int bits(const union bits *of) { return of->all > 7 && of->few.low == 2; }
