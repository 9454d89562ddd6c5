// Members that are defined in their class run though nothing in the file calls
// them, and gcc's build has them, too.
//
// RUN: %exits 0 %coverme %s --all --json %t.json | FileCheck %s --check-prefix ALL
// RUN: %check-file %t.json
// ALL: 5 functions run, 1 skipped; 12 of 12 branches covered
// ALL: total {{ *}}12 {{ *}}12 {{ *}}0 {{ *}}0 {{ *}}0 {{ *}}100.00 % {{ *}}100.00 % {{ *}}100.00 %
// RUN: %exits 0 %coverme %s --entry flight::Filter::update | FileCheck %s
// CHECK: update: 4 of 4 branches covered
// RUN: %exits 0 %coverme %s --list | FileCheck %s --check-prefix LIST --implicit-check-not local
// LIST-DAG: update
// LIST-DAG: limit
// LIST-DAG: sign
// LIST-DAG: starts

// A function of the same name as a member goes by its name, and a member that
// wants what nobody defines does not take the functions along.
// RUN: %exits 0 %coverme %s --entry sign -- -DSAME | FileCheck %s --check-prefix SAME
// SAME: sign(double): 2 of 2 branches covered
// RUN: %exits 0 %coverme %s --entry idle -- -DABSENT | FileCheck %s --check-prefix IDLE
// IDLE: idle: 2 of 2 branches covered

#if defined ABSENT
double absent(double x);
struct Wants {
  double wants(double x) { return absent(x); }
};
static int idle(double x) { return x > 3 ? 1 : 2; }
#elif defined SAME
int sign(double x) {
  if (x < 0)
    return -1;
  return 1;
}
#endif

namespace flight {

class Filter {
public:
  explicit Filter(double gain) : gain(gain > 0 ? gain : 1) {}

  double update(double x) {
    if (!started) {
      started = true;
      state = x;
    }
    state += gain * (x - state);
    if (state > 100)
      state = 100;
    return state;
  }

  static double limit(double x) { return x > 1 ? 1 : x; }

private:
  double gain, state = 0;
  bool started = false;
};

} // namespace flight

struct Shape {
  virtual ~Shape() = default;
  virtual int sign(double x) const {
    if (x < 0)
      return -1;
    return 1;
  }
};

int starts(double x) {
  struct Local {
    int local(double x) { return x > 7; }
  };
  const auto isLarge = [](double y) { return y > 3; };
  if (isLarge(x))
    return 1;
  return 0;
}
