// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/error/ErrorGoal.h"

#include "goals/coverage/Saturation.h"

#include <bit>
#include <limits>

namespace coverme {
namespace {

// The result is no branch, and open to the end.
class ErrorProbes final : public Probes {
public:
  ErrorProbes(const ErrorGoal &goal, uint8_t *states, bool withDescendants)
      : goal(goal),
        branches(goal.program, goal.scope, withDescendants, states) {}

  void close(TargetId target, bool wasReached) override {
    if (target == goal.resultTarget())
      isClosed = true;
    else
      branches.close(target, wasReached);
  }
  void help() override { branches.help(); }
  bool allClosed() const override { return isClosed; }
  bool counts(uint32_t site) const override { return branches.counts(site); }
  TargetId measuredAt(uint32_t site) const override {
    return branches.measuredAt(site);
  }

private:
  const ErrorGoal &goal;
  Saturation branches;
  bool isClosed = false;
};

} // namespace

// Doubles that are not negative are in the order of their bits.
Rank ErrorGoal::resultDistance(std::span<const uint64_t> input,
                               uint64_t result) const {
  return std::bit_cast<uint64_t>(std::numeric_limits<double>::infinity()) -
         std::bit_cast<uint64_t>(reference.error(input, result));
}

std::unique_ptr<Probes> ErrorGoal::probe(uint8_t *states,
                                         bool withDescendants) const {
  return std::make_unique<ErrorProbes>(*this, states, withDescendants);
}

} // namespace coverme
