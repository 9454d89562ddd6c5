// What a function decides may hang on what happens in the functions that it
// calls: their branches are pursued, too, where some of its own are left over.
//
// RUN: %coverme %s --entry results --max-evals 200000 | FileCheck %s --check-prefix RESULTS
// RESULTS: results: 4 of 4 branches covered
//
// Two of them, each with inputs of its own, in one call.
// RUN: %coverme %s --entry both --max-evals 200000 | FileCheck %s --check-prefix BOTH
// BOTH: both: 6 of 6 branches covered
//
// They are in no report, and are not to be covered.
// RUN: %coverme %s --entry one | FileCheck %s --check-prefix ONE
// ONE: one: 2 of 2 branches covered{{.*}}; 2 tests
// RUN: %coverme %s --entry results --json - | FileCheck %s --check-prefix JSON
// JSON: "id":0,"function":"results"
// JSON-NOT: "function":"isMagic"

static int isMagic(const char *s) {
  if (s[0] != 'G')
    return -1;
  if (s[1] != 'P')
    return -2;
  if (s[2] != 'S')
    return -3;
  return s[3] == '7' ? 1 : 0;
}

static int classify(double x, double y) {
  if (x > 3.5 && x < 3.6) {
    if (y == x * 2)
      return 7;
    return 3;
  }
  return 0;
}

int results(const char *s, double x) {
  if (isMagic(s) == 1)
    return x > 0 ? 2 : 1;
  return 0;
}

int both(double x, double y, const char *s) {
  int flags = 0;
  if (classify(x, y) == 7)
    flags |= 1;
  if (isMagic(s) == 1)
    flags |= 2;
  return flags == 3 ? 4 : flags;
}

int one(double x) { return classify(x, 1) == 3 ? 1 : 0; }
