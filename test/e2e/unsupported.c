// An unsupported parameter is refused by name and type, before any search.
// RUN: %refuses 2 "coverme: error: .*'pair'.*'struct pair'.*" %coverme %s --entry byValue
// RUN: %refuses 2 "coverme: error: .*'pair'.*'struct pair \*'.*" %coverme %s --entry byPointer
// RUN: %refuses 2 "coverme: error: .*'callback'.*'double \(\*\)\(double\)'.*" %coverme %s --entry callback
// RUN: %refuses 2 "coverme: error: .*'data'.*'void \*'.*" %coverme %s --entry anything
// RUN: %refuses 2 "coverme: error: .*'lines'.*'char \*\*'.*" %coverme %s --entry pointerToPointer
// RUN: %refuses 2 "coverme: error: .*'x'.*'long double'.*" %coverme %s --entry extended
// RUN: %refuses 2 "coverme: error: .*'z'.*complex.*" %coverme %s --entry complexNumber
// RUN: %refuses 2 "coverme: error: .*'u'.*'union word'.*" %coverme %s --entry byUnion
// RUN: %refuses 2 "coverme: error: .*'n'.*'(unsigned )?__int128'.*" %coverme %s --entry wide
// RUN: %refuses 2 "coverme: error: .*'variadic' is variadic.*" %coverme %s --entry variadic
//
// A result of an unsupported type is just dropped.
// RUN: %exits 0 %coverme %s --entry returnsPair --json - | %check-suite --expect tests.0.result=null -
// RUN: %exits 0 %coverme %s --entry returnsExtended --json - | %check-suite --expect tests.0.result=null -
// RUN: %exits 0 %coverme %s --entry returnsPointer --json - | %check-suite --expect tests.0.result=null -
struct pair {
  double first, second;
};
union word {
  double real;
  long bits;
};

int byValue(int n, struct pair pair) { return pair.first > n; }
int byPointer(struct pair *pair) { return pair->first > 1; }
int callback(double (*callback)(double)) { return callback(1) > 1; }
int anything(void *data) { return data ? 1 : 0; }
int pointerToPointer(char **lines) { return **lines == 'a'; }
int extended(long double x) { return x > 1; }
int complexNumber(double _Complex z) { return __real__ z > 1; }
int byUnion(union word u) { return u.real > 1; }
int wide(__int128 n) { return n > 1; }
int variadic(double x, ...) { return x > 1; }

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
