// Ensures that an enum counts as an integer of its width, with its enumerators as
// constants of the parameter, not of the code.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s

enum colour { RED = 1, BLUE = 70 };
enum sign { MINUS = -1, PLUS = 1 };
typedef enum { LEFT, RIGHT } side;
enum __attribute__((packed)) small { TINY = 200 };

enum colour f(enum colour c, enum sign s, side d, enum small p, enum sign *q) {
  return c;
}
// CHECK-LABEL: function 0 f
// CHECK-NEXT: result enum colour unsigned32
// CHECK-NEXT: parameter c: enum colour unsigned32 enumerators=1:32,70:32
// CHECK-NEXT: parameter s: enum sign signed32 enumerators=-1:32,1:32
// CHECK-NEXT: parameter d: side unsigned32 enumerators=0:32,1:32
// CHECK-NEXT: parameter p: enum small unsigned8 enumerators=-56:8
// CHECK-NEXT: parameter q: enum sign * signed32 pointer enumerators=-1:32,1:32 reads=
// CHECK-NEXT: constants none
