// Ensures that the tables tell what is read of structs by value, small ones that
// come as numbers, too; and of pointers beside them.
// RUN: %cc -O0 -g -c %s -o %t.0.o
// RUN: %tables %t.0.o | FileCheck %s
// RUN: %cc -O2 -g -c %s -o %t.2.o
// RUN: %tables %t.2.o | FileCheck %s
struct pair { double x, y; };
struct ints { int a, b; };
struct odd { int a, b, c; };
struct mixed { double d; int k; };
union number { double d; long l; };
struct pointing { double *p; int n; };
struct large { double a[3]; int n; };

// CHECK: function {{.*}} first{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=0-8{{$}}
double first(struct pair p) { return p.x; }
// CHECK: function {{.*}} second_int{{ }}
// CHECK: parameter p: struct ints {{.*}} reads=4-8{{$}}
int second_int(struct ints p) { return p.b > 1; }
// CHECK: function {{.*}} third_int{{ }}
// CHECK: parameter p: struct odd {{.*}} reads=8-12{{$}}
int third_int(struct odd p) { return p.c > 1; }
// CHECK: function {{.*}} second_of_mixed{{ }}
// CHECK: parameter p: struct mixed {{.*}} reads=8-12{{$}}
int second_of_mixed(struct mixed p) { return p.k > 1; }
// CHECK: function {{.*}} of_union{{ }}
// CHECK: parameter p: union number {{.*}} reads=0-8{{$}}
int of_union(union number p) { return p.d > 1; }
// CHECK: function {{.*}} of_large{{ }}
// CHECK: parameter p: struct large {{.*}} reads=24-28{{$}}
int of_large(struct large p) { return p.n > 1; }
// CHECK: function {{.*}} unused{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=none{{$}}
// CHECK: parameter q: struct odd {{.*}} reads=none{{$}}
// CHECK: parameter r: union number {{.*}} reads=none{{$}}
int unused(struct pair p, struct odd q, union number r, double x) {
  return x > 1;
}
// CHECK: function {{.*}} whole{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=0-16{{$}}
double whole(struct pair p) { return first(p); }
// CHECK: function {{.*}} copied{{ }}
// CHECK: parameter p: struct odd {{.*}} reads=0-12{{$}}
int copied(struct odd p) {
  struct odd q = p;
  return q.a > 1;
}
// CHECK: function {{.*}} written{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=8-16{{$}}
double written(struct pair p) {
  p.x = 1;
  return p.x + p.y;
}
// CHECK: function {{.*}} assigned{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=none{{$}}
// CHECK: parameter q: struct pair {{.*}} reads=0-16{{$}}
// CHECK: parameter r: struct odd {{.*}} reads=none{{$}}
// CHECK: parameter s: struct odd {{.*}} reads=0-12{{$}}
double assigned(struct pair p, struct pair q, struct odd r, struct odd s) {
  p = q;
  r = s;
  return p.x + r.c;
}
// CHECK: function {{.*}} by_address{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=8-16{{$}}
__attribute__((noinline)) static double deref(const double *p) { return *p; }
double by_address(struct pair p) { return deref(&p.y); }
// CHECK: function {{.*}} by_pointer{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=0-8{{$}}
double by_pointer(struct pair p) {
  struct pair *q = &p;
  return q->x;
}
// CHECK: function {{.*}} escapes{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=any{{$}}
void unknown(struct pair *p);
void escapes(struct pair p) { unknown(&p); }
// CHECK: function {{.*}} indexed{{ }}
// CHECK: parameter p: struct ints {{.*}} reads=any{{$}}
int indexed(struct ints p, int i) { return (&p.a)[i]; }
// CHECK: function {{.*}} returned{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=0-16{{$}}
struct pair returned(struct pair p) { return p; }
// CHECK: function {{.*}} beside{{ }}
// CHECK: parameter p: struct pair {{.*}} reads=0-8{{$}}
// CHECK: parameter in: {{.*}} reads=0-8{{$}}
// CHECK: parameter out: {{.*}} reads=none{{$}}
void beside(struct pair p, const double *in, double *out) { *out = p.x + *in; }
// What it points to is not told.
// CHECK: function {{.*}} with_pointer{{ }}
// CHECK: parameter p: struct pointing {{.*}} reads=any{{$}}
// CHECK: parameter out: {{.*}} reads=none{{$}}
void with_pointer(struct pointing p, double *out) { *out = *p.p; }
// CHECK: function {{.*}} of_complex{{ }}
// CHECK: parameter z: {{.*}} reads=8-16{{$}}
double of_complex(double _Complex z) { return __imag z; }
