// The replays of a C++ file's functions share an object of it, too, and say
// what each says that compiles the file for itself: of functions and variables
// of this file alone, of variables that share a name with one of a namespace,
// of members, and of what throws.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %exits 1 %coverme %s --all --own -q --global level --json all.json -o out
// RUN: sh -ec 'for f in above hidden deep Point::side; do %coverme %s --entry $f -q --global level --json one.json || true; %same-suite out/${f#*::}/suite.json one.json || exit 1; done'
#include <vector>

static int level;

namespace inner {
int level = 4;

int deep(int x) {
  return x > level ? 1 : 2;
}
} // namespace inner

namespace {
int hidden(double x) {
  if (x == 7.25)
    return 1;
  return 0;
}
} // namespace

static int above(const std::vector<double> &v) {
  if (v.empty())
    throw 3;
  return v[0] > level ? 1 : hidden(v[0]);
}

struct Point {
  double x, y;
  int side() const;
};

int Point::side() const {
  return x > y ? 1 : 0;
}

int use(const std::vector<double> &v) { return above(v); }
