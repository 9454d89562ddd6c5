// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimise/Avm.h"

#include "optimise/PairOrder.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace coverme {
namespace {

// A step of a pattern: its size, and whether it goes up.
struct Step {
  uint64_t size;
  bool up;
};

// The scalar moved by a step, stopped at its bounds.
uint64_t stepped(const InputSpace &space, size_t i, uint64_t bits, Step step) {
  const int64_t from = space.ordinal(i, bits);
  const uint64_t room = step.up ? static_cast<uint64_t>(space.highest(i)) -
                                      static_cast<uint64_t>(from)
                                : static_cast<uint64_t>(from) -
                                      static_cast<uint64_t>(space.lowest(i));
  const uint64_t size = std::min(step.size, room);
  return space.fromOrdinal(
      i, static_cast<int64_t>(step.up ? static_cast<uint64_t>(from) + size
                                      : static_cast<uint64_t>(from) - size));
}

// What both descents share: a point, its rank, and the moves of one variable.
class PatternSearch {
public:
  PatternSearch(Problem &problem, Input &x, uint64_t maxEvaluations)
      : problem(problem), space(problem.inputs()), x(x),
        left(std::max<uint64_t>(maxEvaluations, 1)), best(evaluate(x)) {}

protected:
  bool isOver() const { return best == 0 || left == 0 || problem.isDone(); }

  Rank evaluate(const Input &at) {
    --left;
    return problem.evaluate(at);
  }

  // Tries steps of scalar i, of sizes 2^shifts; from the first that is taken a
  // pattern move. Says whether any was taken.
  template <class TryStep>
  bool explore(size_t i, std::span<const int> shifts, const TryStep &tryStep) {
    const uint64_t range = static_cast<uint64_t>(space.highest(i)) -
                           static_cast<uint64_t>(space.lowest(i));
    for (const int shift : shifts)
      for (const bool up : {true, false}) {
        const Step step{uint64_t{1} << shift, up};
        if (step.size <= range && tryStep(step)) {
          moveOn(step, tryStep);
          return true;
        }
      }
    return false;
  }

  // The pattern move after a step that was taken: doubled while taken, then
  // halved down to one.
  template <class TryStep> void moveOn(Step step, const TryStep &tryStep) {
    while (step.size <= std::numeric_limits<uint64_t>::max() / 2 &&
           tryStep({step.size * 2, step.up}))
      step.size *= 2;
    for (; step.size != 0; step.size /= 2)
      if (!tryStep({step.size, true}))
        tryStep({step.size, false});
  }

  // Takes the step in scalar i of `at` if that improves `rank`.
  bool tryStep(Input &at, Rank &rank, size_t i, Step step) {
    if (rank == 0 || left == 0 || problem.isDone())
      return false;
    const uint64_t before = at[i];
    at[i] = stepped(space, i, before, step);
    if (at[i] == before)
      return false;
    const Rank moved = evaluate(at);
    isInert = isInert && moved == rank;
    if (moved < rank) {
      rank = moved;
      return true;
    }
    at[i] = before;
    return false;
  }

  // All that one variable gives from here.
  bool improve(Input &at, Rank &rank, size_t i) {
    const auto step = [&](Step step) { return tryStep(at, rank, i, step); };
    // A variable that nothing depends on is found out by a few steps.
    static constexpr int kProbes[] = {0, 40, 54};
    isInert = x.size() > 1;
    if (explore(i, kProbes, step))
      return true;
    if (isInert)
      return false;
    // Whole powers up to the smallest exponent change of a double, then its
    // exponent and sign; coarser between, where only mantissa bits change.
    static constexpr int kRest[] = {1,  2,  4,  8,  12, 16, 20, 24, 28,
                                    32, 36, 44, 48, 52, 56, 60, 62};
    return explore(i, kRest, step);
  }

  Problem &problem;
  const InputSpace &space;
  Input &x;
  uint64_t left;
  Rank best;

private:
  bool isInert = false; // no step since it was set has changed the rank
};

class Descent : PatternSearch {
public:
  using PatternSearch::PatternSearch;

  Rank run() {
    size_t withoutGain = 0;
    for (size_t i = 0; withoutGain < x.size() && !isOver();
         i = (i + 1) % x.size())
      withoutGain = improve(x, best, i) ? 1 : withoutGain + 1;
    return best;
  }
};

class JointDescent : PatternSearch {
public:
  JointDescent(Problem &problem, Input &x, uint64_t maxEvaluations,
               Random &random)
      : PatternSearch(problem, x, maxEvaluations), random(random) {}

  Rank run() {
    PairOrder pairs(x.size(), random);
    uint64_t withoutGain = 0;
    for (uint64_t i = 0; withoutGain < pairs.size() && !isOver();
         i = (i + 1) % pairs.size()) {
      const auto [leader, follower] = pairs.at(i);
      withoutGain = improveJointly(leader, follower) ? 0 : withoutGain + 1;
    }
    return best;
  }

private:
  bool improveJointly(size_t leader, size_t follower) {
    static constexpr int kUpwards[] = {0,  4,  7,  12, 16, 24, 32,
                                       40, 46, 52, 54, 60, 62};
    static constexpr int kDownwards[] = {54, 52, 46, 40, 32, 24, 16,
                                         12, 7,  4,  0,  60, 62};
    const auto step = [&](Step step) {
      return tryJointStep(leader, follower, step);
    };
    return explore(leader, random.below(2) != 0 ? kUpwards : kDownwards,
                   step) ||
           jump(step);
  }

  // Steps of random sizes, of any magnitude: beyond a hill, or off a plain.
  template <class TryStep> bool jump(const TryStep &tryStep) {
    constexpr int kJumps = 16;
    for (int i = 0; i < kJumps && !isOver(); ++i) {
      const uint64_t least = uint64_t{1} << random.below(63);
      const Step step{least + random.below(least), random.below(2) != 0};
      if (tryStep(step)) {
        moveOn(step, tryStep);
        return true;
      }
    }
    return false;
  }

  // Takes the step if it improves with the follower moved to its best. Not
  // every place has an exact match for the follower: a second step ends a
  // little aside.
  bool tryJointStep(size_t leader, size_t follower, Step step) {
    const uint64_t aside = 1 + random.below(std::min<uint64_t>(step.size, 2));
    return follow(leader, follower, step) ||
           follow(leader, follower, {step.size + aside, step.up});
  }

  bool follow(size_t leader, size_t follower, Step step) {
    Input candidate = x;
    candidate[leader] = stepped(space, leader, x[leader], step);
    if (isOver() || candidate[leader] == x[leader])
      return false;
    Rank rank = evaluate(candidate);
    while (rank >= best && improve(candidate, rank, follower))
      ;
    if (rank >= best)
      return false;
    best = rank;
    x = std::move(candidate);
    return true;
  }

  Random &random;
};

} // namespace

Rank Avm::minimise(Problem &problem, Input &x, uint64_t maxEvaluations) {
  return Descent(problem, x, maxEvaluations).run();
}

Rank JointAvm::minimise(Problem &problem, Input &x, uint64_t maxEvaluations) {
  if (x.size() < 2)
    return Avm().minimise(problem, x, maxEvaluations);
  return JointDescent(problem, x, maxEvaluations, random).run();
}

} // namespace coverme
