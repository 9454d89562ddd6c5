// Streams of the C++ library: those that are read give a text, an input, and
// all take what is written to them, in the search, the replay and kept tests.
//
// RUN: rm -rf %t && %exits 0 %coverme %s --all --emit ctest=%t | FileCheck %s
// RUN: sh -ec 'cmake -S %t/reads -B %t/build; cmake --build %t/build; ctest --test-dir %t/build' > /dev/null
//
// CHECK: 4 functions run{{.*}}; 14 of 14 branches covered
#include <sstream>

struct Point {
  double x, y;
};

std::ostream &operator<<(std::ostream &out, const Point &p) {
  if (p.x > p.y)
    return out << p.x;
  return out << "(" << p.x << ", " << p.y << ")";
}

bool reads(std::istream &in, Point &p) {
  if (!(in >> p.x))
    return false;
  char c = 0;
  return in >> c && c == ',';
}

int text(std::istringstream &in) {
  int n = 0;
  return in >> n ? n : -1;
}

struct Log {
  void say(int n);
  std::ostream *to;
};
void Log::say(int n) {
  if (to && n > 3)
    *to << n;
}
