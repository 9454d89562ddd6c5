// With --stub-undefined, what C++ has of a class whose functions are in another
// file is made up: its table, the information on its type, and functions that
// return it.
// RUN: %exits 0 %coverme %s --entry uses --stub-undefined --fail-on-finding -o %t | FileCheck %s
// A language among the flags is not that of the objects that are linked.
// RUN: %exits 0 %coverme %s --entry uses --stub-undefined -- -pthread -x c++ > /dev/null
// CHECK: 10 of 10 branches covered
// RUN: cd %t && g++ --coverage -O0 -w replay.cpp -o run && ./run
// RUN: cd %t && clang++-19 -w replay.cpp -o other && ./other
// RUN: %refuses 3 ".*does not link: nobody defines .*'typeinfo for Other'.*" %coverme %s --entry uses

struct Other {
  Other(double x) : x(x) {}
  virtual ~Other();
  virtual int kind() const;
  double x;
};
struct Pair {
  Pair(const Pair &other);
  ~Pair();
  double first;
  int second;
};
Pair split(double x);

int uses(double x) {
  if (x > 3) {
    Other own(x);
    return own.kind() == 0 ? 1 : 2;
  }
  const Pair both = split(x);
  if (both.first == 2 && both.second > 4)
    return 3;
  try {
    if (both.second == 7)
      throw Other(1);
  } catch (const Other &) {
    return 4;
  }
  return 0;
}
