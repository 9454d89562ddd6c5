// Ensures that variables, and functions that are called and defined elsewhere,
// are told with type and linkage, and that the table of pointers goes with them.
// RUN: %cc -O0 -g -c %s -o %t.o
// RUN: %tables %t.o | FileCheck %s --check-prefixes=CHECK,DEBUG
// RUN: %cc -O0 -c %s -o %t.plain.o
// RUN: %tables %t.plain.o | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: %cc -O0 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR

struct point { double x, y; };
double gain = 1;
static int calls;
struct point origin;
float table[2][3];
const int constant = 3;
_Thread_local int ofThread;
extern unsigned elsewhere;
extern double unused;
double renamed __asm__("__other");
double external(double x);
struct matrix { double rows[3]; };
struct matrix inMemory(void);
void *coverme_mine;

int f(double x) {
  static char local = 7;
  calls += local;
  elsewhere += ofThread;
  return external(x * gain + constant) > origin.x + inMemory().rows[0];
}

// CHECK: {{^}}%struct.matrix size=24 flags=none
// CHECK-NEXT: member m0: double [3] floating64[3] at=0

// Neither constants, nor what nobody uses, nor what is ours.
// CHECK: {{^}}global gain: double floating64 flags=none
// DEBUG-NEXT: {{^}}global local (linkage f.local): char signed8 flags=static,local
// PLAIN-NEXT: {{^}}global f.local: int8_t signed8 flags=static
// DEBUG-NEXT: {{^}}global calls: int signed32 flags=static
// PLAIN-NEXT: {{^}}global calls: int32_t signed32 flags=static
// DEBUG-NEXT: {{^}}global ofThread: int signed32 flags=thread-local
// PLAIN-NEXT: {{^}}global ofThread: int32_t signed32 flags=thread-local
// CHECK-NEXT: {{^}}global elsewhere: int32_t signed32 flags=declared
// DEBUG-NEXT: {{^}}global origin: struct point struct flags=none
// PLAIN-NEXT: {{^}}global origin: %struct.point struct flags=none
// DEBUG-NEXT: {{^}}global table: float [2][3] floating32[3][2] flags=none
// PLAIN-NEXT: {{^}}global table: float [3] [2] floating32[3][2] flags=none
// DEBUG-NEXT: {{^}}global renamed (linkage __other): double floating64 flags=none
// PLAIN-NEXT: {{^}}global __other: double floating64 flags=none
// CHECK-NEXT: {{^}}global external: double () function flags=declared
// CHECK-NEXT: {{^}}global inMemory: %struct.matrix () function flags=declared
// CHECK-NOT: {{.}}

// IR: @coverme_globals = private global [10 x ptr] [ptr @gain, {{.*}}ptr @elsewhere, {{.*}}ptr null, ptr null], section "coverme_globals", align 8
