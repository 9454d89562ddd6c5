// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions to minimise, made by hand, and the scalars they take.
#ifndef COVERME_TEST_UNIT_DRIVER_OPTIMISE_SYNTHETICPROBLEM_H
#define COVERME_TEST_UNIT_DRIVER_OPTIMISE_SYNTHETICPROBLEM_H

#include "coverme/runtime.h"
#include "optimise/LocalSearch.h"

#include <bit>
#include <functional>
#include <utility>

namespace coverme::test {

inline constexpr uint32_t kAbsolute = COVERME_DISTANCE_ABSOLUTE,
                          kSquared = COVERME_DISTANCE_SQUARED,
                          kUlp = COVERME_DISTANCE_ULP;

inline Scalar floating(unsigned width = 64) {
  return {ScalarKind::Float, width, {}};
}
inline Scalar signedInteger(unsigned width) {
  return {ScalarKind::Signed, width, {}};
}
inline Scalar unsignedInteger(unsigned width) {
  return {ScalarKind::Unsigned, width, {}};
}
inline Scalar boolean() { return {ScalarKind::Bool, 8, {}}; }
inline Scalar enumeration(ScalarKind kind, std::vector<uint64_t> enumerators) {
  return {kind, 32, std::move(enumerators)};
}

inline uint64_t bitsOf(double value) { return std::bit_cast<uint64_t>(value); }
inline double doubleOf(uint64_t bits) { return std::bit_cast<double>(bits); }

// Keeps every evaluation in `trace`. Is done after `doneAfter` of them.
class SyntheticProblem final : public Problem {
public:
  using RankFunction = std::function<Rank(const Input &)>;

  SyntheticProblem(std::vector<Scalar> scalars, uint32_t mode,
                   RankFunction function)
      : space(std::move(scalars)), mode(mode), function(std::move(function)) {}

  const InputSpace &inputs() const override { return space; }
  Rank evaluate(const Input &x) override {
    trace.push_back(x);
    return function(x);
  }
  double toDouble(Rank rank) const override { return rankToDouble(rank, mode); }
  bool isDone() const override { return trace.size() >= doneAfter; }

  Rank rankOf(const Input &x) const { return function(x); }

  std::vector<Input> trace;
  size_t doneAfter = SIZE_MAX;

private:
  InputSpace space;
  uint32_t mode;
  RankFunction function;
};

// Distance of the first input, a double, to `target`.
inline SyntheticProblem distanceToDouble(double target, uint32_t mode) {
  return {{floating()}, mode, [=](const Input &x) {
            return distance(COVERME_REL_EQUAL, doubleOf(x[0]), target, mode);
          }};
}

} // namespace coverme::test

#endif
