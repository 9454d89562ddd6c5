// What constructors, destructors and virtual functions of operands do is done
// in an open order, too.
// RUN: %truth --build 'g++ -O0' %s
#include <cassert>

struct Trace {
  int digits;
};
struct Source {
  int *number;
  virtual int get() noexcept { return 1; }
};
int made(unsigned char x);
int inherited(unsigned char x);
int ended(unsigned char x) noexcept;
int guarded(unsigned char x) noexcept;
int virtually(Source *source, int *p);
int apart(unsigned char x);

#ifndef CALLER
static void add(Trace *trace, int digit) noexcept {
  trace->digits = trace->digits * 10 + digit;
}

struct Part {
  int digit;
  Part(Trace *trace, int n) noexcept : digit(n) { add(trace, n); }
};
static int sum(Part a, Part b) noexcept { return a.digit + b.digit; }

int made(unsigned char x) {
  Trace trace{0};
  sum(Part(&trace, 1), Part(&trace, 2));
  if (trace.digits == 21) // TAKEN: true
    return 1;
  return 0;
}

struct Heir : Part {
  using Part::Part;
};

int inherited(unsigned char x) {
  Trace trace{0};
  sum(Heir(&trace, 1), Heir(&trace, 2));
  if (trace.digits == 21) // TAKEN: true
    return 1;
  return 0;
}

struct Guard {
  Trace *trace;
  int digit;
  ~Guard() { add(trace, digit); }
};
struct Holder {
  Guard guard;
};
static int use(const Guard &a, const Guard &b) noexcept { return 0; }
static int hold(Trace *trace, int n) noexcept {
  Holder one{{trace, n}};
  return n;
}
static int plus(int a, int b) noexcept { return a + b; }

int ended(unsigned char x) noexcept {
  Trace trace{0};
  use(Guard{&trace, 1}, Guard{&trace, 2});
  if (trace.digits == 12) // TAKEN: true
    return 1;
  return 0;
}

int guarded(unsigned char x) noexcept {
  Trace trace{0};
  plus(hold(&trace, 1), hold(&trace, 2));
  if (trace.digits == 21) // TAKEN: true
    return 1;
  return 0;
}

static int at(int *p) noexcept { return *p; }
static int first(int a, int b) noexcept { return a; }

int virtually(Source *source, int *p) {
  *p = 3;
  if (first(at(p), source->get()) == 4) // TAKEN: true
    return 1;
  return 0;
}

struct Vector {
  int x, y;
  Vector(int a, int b) noexcept : x(a), y(b) {}
};
static int dot(Vector a, Vector b) noexcept { return a.x * b.x + a.y * b.y; }

int apart(unsigned char x) {
  if (dot(Vector(x & 1, 2), Vector(1, x & 1)) > 3) // PROVED: true
    return 1;
  return 0;
}
#else
struct Other : Source {
  int get() noexcept override { return *number = 4; }
};

int main() {
  int number;
  Other other;
  other.number = &number;
  assert(made(1));
  assert(inherited(1));
  assert(ended(1));
  assert(guarded(1));
  assert(virtually(&other, &number));
  return 0;
}
#endif
