// Structs, unions, wide numbers, strings and what pointers in objects lead to are
// searched like numbers, and gcc, replaying them, comes to the same counts.
//
// RUN: %exits 0 %coverme %s --entry byValue --json - | %check-suite --expect branches.open=0 --expect 'inputs.2.name="box.at[1].x"' -
// RUN: %exits 0 %coverme %s --entry byPointer --json - | %check-suite --expect branches.open=0 -
// RUN: %exits 0 %coverme %s --entry byUnion --json - | %check-suite --expect branches.open=0 --expect 'inputs.0.name="u.real"' -
// RUN: %exits 0 %coverme %s --entry wide --json - | %check-suite --expect branches.open=0 -
// RUN: %exits 0 %coverme %s --entry string --json - | %check-suite --expect branches.open=0 -
// RUN: %exits 0 %coverme %s --entry list --null --json - | %check-suite --expect branches.open=0 -
// RUN: %exits 0 %coverme %s --entry array --json - | %check-suite --expect branches.open=0 -
//
// What is behind the last element is out of bounds; no input gets past it.
// RUN: %exits 1 %coverme %s --entry behind --array v=2 --json - | %check-suite --expect 'findings.0.kind="signal"' -
struct point { double x, y; };
struct box { struct point at[2]; };
struct fields { unsigned low : 3, high : 5; _Bool flag : 1; };
struct node { double value; struct node *next; };
union word { double real; int part; };

int byValue(struct box box, float scale) {
  if (box.at[1].x == 12.5 && box.at[0].y > scale)
    return box.at[0].x < 0;
  return 2;
}
int byPointer(const struct fields *f) {
  if (f->low == 5 && f->high == 17)
    return f->flag ? 1 : 2;
  return 0;
}
int byUnion(union word u) { return u.real == 0.25 ? 1 : 0; }
int wide(long double x, __int128 n, double _Complex z) {
  if (x == 0x1.0000000000000001p0L * 2)
    return 1;
  if (n == (__int128)7 << 64)
    return 2;
  return __imag__ z > 1;
}
int string(const char *s) {
  if (s[0] == 'o' && s[1] == 'k' && s[2] == 0)
    return 1;
  return 0;
}
int list(const struct node *n) {
  if (n && n->next && n->next->value > n->value)
    return 1;
  return 0;
}
int array(double v[3]) { return v[2] > v[0] ? 1 : 0; }
int behind(const double *v) { return v[2] > 1 ? 1 : 0; }
