// What a call leaves behind that throws: any part of what it does. Calls that
// may throw cost no proofs of what does not depend on them.
// RUN: %truth %s --max-evals 3000
#include <cassert>
#include <stdexcept>
#include <string>
#include <vector>

int caught(int x);
int cleaned(int x);
int inGlobals(int x);
int thrownAgain(int x);
int inLibrary(int x);
int beside(double b);
int message(int x);

#ifndef CALLER
static int state;

static void set(int *p, int x) {
  *p = 1;
  if (x > 10)
    throw 3;
  *p = 2;
}

int caught(int x) {
  int v = 0;
  try {
    set(&v, x);
  } catch (int e) {
    if (v == 1) // TAKEN: true
      return e;
    return 8;
  }
  if (v == 2) // TAKEN: true
    return 5;
  return 6;
}

struct Setter {
  int *p;
  ~Setter() { *p = 5; }
};

int cleaned(int x) {
  int v = 0;
  try {
    Setter setter{&v};
    if (x > 3)
      throw x;
    v = 2;
  } catch (...) {
    if (v == 5) // TAKEN: true
      return 1;
    return 2;
  }
  if (v == 5) // TAKEN: true
    return 3;
  return 4;
}

static void setState(int x) {
  state = 1;
  if (x == 77)
    throw 1;
  state = 2;
}

int inGlobals(int x) {
  state = 0;
  try {
    setState(x);
  } catch (int) {
    if (state == 1) // TAKEN: true
      return 1;
    return 2;
  }
  if (state == 2) // TAKEN: true
    return 3;
  return 4;
}

int thrownAgain(int x) {
  try {
    try {
      if (x > 5)
        throw x;
    } catch (int y) {
      if (y == 7) // TAKEN: true
        return 1;
      throw;
    }
  } catch (int z) {
    if (z == 8) // TAKEN: true
      return 2;
    return 3;
  }
  return 0;
}

int inLibrary(int x) {
  std::vector<int> a;
  int n = 0;
  try {
    n = 1;
    a.resize(x & 7);
    n = 2;
    a.at(5) = 1;
    n = 3;
  } catch (std::out_of_range &) {
    if (n == 2) // TAKEN: true
      return 1;
    return 2;
  }
  if (n == 3) // TAKEN: true
    return 3;
  return 4;
}

int beside(double b) {
  std::vector<double> a;
  if (b > 3)
    return 1;
  if (b > 5) // PROVED: true
    return 2;
  a.push_back(1);
  return a.size() > 3;
}

int message(int x) {
  std::string text("a");
  text = text + "b";
  if (x > 3)
    return 1;
  if (x > 5) // PROVED: true
    throw std::runtime_error(text);
  return 0;
}
#else
int main() {
  assert(caught(11) == 3 && caught(1) == 5);
  assert(cleaned(4) == 1 && cleaned(1) == 3);
  assert(inGlobals(77) == 1 && inGlobals(1) == 3);
  assert(thrownAgain(7) == 1 && thrownAgain(8) == 2);
  assert(inLibrary(3) == 1 && inLibrary(7) == 3);
  assert(beside(6) == 1 && message(6) == 1);
}
#endif
