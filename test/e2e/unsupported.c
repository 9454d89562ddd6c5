// What no input can be given for is refused by name and type, before any search,
// with the option that helps.
// RUN: %refuses 2 "coverme: error: .*'v'.*'vector'.*not supported.*" %coverme %s --entry simd
// RUN: %refuses 2 "coverme: error: .*'variadic' is variadic.*" %coverme %s --entry variadic
// RUN: %refuses 2 "coverme: error: .*its result.*not supported.*" %coverme %s --entry returnsVector
//
// Other results than numbers are just dropped.
// RUN: %exits 0 %coverme %s --entry returnsPair --json - | %check-suite --expect tests.0.result=null -
// RUN: %exits 0 %coverme %s --entry returnsExtended --json - | %check-suite --expect tests.0.result=null -
// RUN: %exits 0 %coverme %s --entry returnsPointer --json - | %check-suite --expect tests.0.result=null -
struct pair {
  double first, second;
};
typedef float vector __attribute__((vector_size(16)));

int simd(vector v) { return v[0] > 1; }
int variadic(double x, ...) { return x > 1; }
vector returnsVector(float x) { return (vector){x > 1}; }

struct pair returnsPair(double x) {
  struct pair pair = {x, 0};
  if (x > 1)
    pair.second = 1;
  return pair;
}
long double returnsExtended(double x) {
  if (x > 1)
    return 1;
  return x;
}
const char *returnsPointer(double x) {
  if (x > 1)
    return "large";
  return "small";
}
