// What no input can be given for is refused by name and type, before any search,
// with the option that helps.
// RUN: %refuses 2 "coverme: error: .*'v'.*'gaussian'.*not supported.*" %coverme %s --entry wholes
// RUN: %refuses 2 "coverme: error: .*'variadic' is variadic.*" %coverme %s --entry variadic
// RUN: %refuses 2 "coverme: error: .*its result.*not supported.*" %coverme %s --entry returnsWholes
//
// Other results than numbers are just dropped.
// RUN: %exits 0 %coverme %s --entry returnsPair --json - | %check-suite --expect tests.0.result=null -
// RUN: %exits 0 %coverme %s --entry returnsExtended --json - | %check-suite --expect tests.0.result=null -
// RUN: %exits 0 %coverme %s --entry returnsPointer --json - | %check-suite --expect tests.0.result=null -
struct pair {
  double first, second;
};
typedef _Complex int gaussian;

int wholes(gaussian v) { return __real__ v > 1; }
int variadic(double x, ...) { return x > 1; }
gaussian returnsWholes(float x) { return x > 1; }

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
