// Ensures that variables that are only declared have the types of the source
// where the frontend's plugin runs, whose functions are gone; and that constants
// are told which code compares with pointers, or which are declared.
// RUN: %cc %frontend -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix NAMES
// NAMES-NOT: __coverme_address_of

struct node { unsigned key; struct node *next; };
struct options { int (*print)(const char *, ...); struct node *first; };
extern struct options options;
extern const struct node *const rows[4];
extern double limits[];
extern struct incomplete hidden;
extern struct node *top;
extern const struct node end;
const struct node compared = {1, 0};
const struct node read = {2, 0};
void look(struct incomplete *);

int f(int i, const struct node *n) {
  if (options.print && top)
    look(&hidden);
  if (n == &compared || n == &end)
    return 1;
  return limits[i] > read.key && rows[i]->key;
}

// CHECK: {{^}}struct options size=16
// CHECK-NEXT: member print: int (*)(const char *, ...) function pointer at=0
// CHECK-NEXT: member first: struct node * struct pointer at=8
// CHECK-NEXT: {{^}}global compared: struct node struct flags=constant
// CHECK-NEXT: {{^}}global options: struct options struct flags=declared
// CHECK-NEXT: {{^}}global top: struct node * struct pointer flags=declared
// CHECK-NEXT: {{^}}global hidden: %struct.incomplete unsupported flags=declared
// CHECK-NEXT: {{^}}global end: struct node struct flags=declared,constant
// CHECK-NEXT: {{^}}global limits: double [512] floating64[512] flags=declared
// CHECK-NEXT: {{^}}global rows: const struct node *const [4] struct pointer const[4] flags=declared,constant
// CHECK-NEXT: {{^}}global look: void () function flags=declared
// CHECK-NOT: {{.}}
