// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search/Avm.h"

#include <algorithm>
#include <limits>

namespace coverme {
namespace {

// A step of a pattern: its size, and whether it goes up.
struct Step {
  uint64_t size;
  bool up;
};

// The position moved by a step, stopped at the bounds.
int64_t moved(int64_t from, Step step, int64_t low, int64_t high) {
  const uint64_t room =
      step.up ? static_cast<uint64_t>(high) - static_cast<uint64_t>(from)
              : static_cast<uint64_t>(from) - static_cast<uint64_t>(low);
  const uint64_t size = std::min(step.size, room);
  return static_cast<int64_t>(step.up ? static_cast<uint64_t>(from) + size
                                      : static_cast<uint64_t>(from) - size);
}

// One descent, holding what is best so far.
class Descent {
public:
  Descent(Problem &problem, Input &x, uint64_t maxEvaluations)
      : problem(problem), space(problem.inputs()), x(x), left(maxEvaluations),
        best(evaluate(x)) {}

  Rank run() {
    size_t withoutGain = 0;
    for (size_t i = 0; withoutGain < x.size() && !isOver();
         i = (i + 1) % x.size())
      withoutGain = improve(i) ? 0 : withoutGain + 1;
    return best;
  }

private:
  bool isOver() const { return best == 0 || left == 0 || problem.isDone(); }

  Rank evaluate(const Input &at) {
    --left;
    return problem.evaluate(at);
  }

  // Takes the step in variable i if it improves.
  bool tryStep(size_t i, Step step) {
    if (isOver())
      return false;
    const int64_t from = space.position(i, x[i]);
    const int64_t to = moved(from, step, space.lowest(i), space.highest(i));
    if (to == from)
      return false;
    const uint64_t before = x[i];
    x[i] = space.fromPosition(i, to);
    const Rank rank = evaluate(x);
    if (rank < best) {
      best = rank;
      return true;
    }
    x[i] = before;
    return false;
  }

  void followPattern(size_t i, Step step) {
    while (step.size <= std::numeric_limits<uint64_t>::max() / 2 &&
           tryStep(i, {step.size * 2, step.up}))
      step.size *= 2;
    for (; step.size != 0 && !isOver(); step.size /= 2)
      if (!tryStep(i, {step.size, true}))
        tryStep(i, {step.size, false});
  }

  // All that one variable gives from here.
  bool improve(size_t i) {
    // Whole powers up to the smallest exponent change of a double, then its
    // exponent and sign; coarser between, where only mantissa bits change.
    static constexpr int kShifts[] = {0,  1,  2,  4,  8,  12, 16, 20, 24, 28,
                                      32, 36, 40, 44, 48, 52, 54, 56, 60, 62};
    const uint64_t range = static_cast<uint64_t>(space.highest(i)) -
                           static_cast<uint64_t>(space.lowest(i));
    for (const int shift : kShifts) {
      const uint64_t size = uint64_t{1} << shift;
      if (size > range)
        break;
      for (const bool up : {true, false})
        if (tryStep(i, {size, up})) {
          followPattern(i, {size, up});
          return true;
        }
    }
    return false;
  }

  Problem &problem;
  const InputSpace &space;
  Input &x;
  uint64_t left;
  Rank best;
};

} // namespace

Rank Avm::minimise(Problem &problem, Input &x, uint64_t maxEvaluations) {
  return Descent(problem, x, std::max<uint64_t>(maxEvaluations, 1)).run();
}

} // namespace coverme
