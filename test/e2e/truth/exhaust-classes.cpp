// clang describes a class where its constructor is defined, unless it is asked
// for more. What of a class is not known holds anything.
// RUN: %truth %s --max-evals 2000
#include <cassert>

class Made {
public:
  Made();
  int x;
  double y;
};
int reads(const Made &made);
int leads(const Made *made);

#ifndef CALLER
int reads(const Made &made) {
  if (made.x > 5) // TAKEN: true
    return 1;
  if (made.y < 3) // TAKEN: false
    return 2;
  return 0;
}

int leads(const Made *made) {
  if (made->x == 77) // TAKEN: true
    return 1;
  return 0;
}
#else
Made::Made() : x(0), y(9) {}
int main() {
  Made made;
  assert(reads(made) == 0);
  made.x = 77;
  assert(reads(made) == 1 && leads(&made) == 1);
  return 0;
}
#endif
