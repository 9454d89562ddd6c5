// The replays of a file's functions share an object of it, and say what each
// says that compiles the file for itself: of static functions, one of them with
// the name of a library's, of variables that only this file sees, of what the
// compiler leaves out, of a hidden main.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %exits 0 %coverme %s --all -q --global state --json all.json -o out
// RUN: sh -ec 'for f in round larger unused use set inl above main; do %coverme %s --entry $f -q --global state --json $f.json || true; %same-suite out/$f/suite.json $f.json || exit 1; done'
struct pair {
  double x, y;
};

static int state;

static double round(double x) {
  return x > 7 ? 7 : x;
}

static double larger(struct pair p) {
  if (p.x > p.y)
    return p.x;
  return p.y;
}

static int unused(int x) {
  return x > 3 ? 1 : 2;
}

double use(double x) {
  const struct pair p = {x, 2};
  if (state == 3)
    return 1;
  return larger(p) + round(x);
}

void set(int to) {
  state = to;
  if (to < 0)
    __builtin_abort();
}

inline double inl(double x) {
  return x < 0 ? -x : x;
}

double above(double (*f)(double), double x) {
  if (f(x) > 4)
    return 1;
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 2)
    return 1;
  return use(argc) > 2;
}
