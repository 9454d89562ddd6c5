// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code under test that lives in the test program (runtime/FakeObject.h), with
// the tables that the pass would have written.
#ifndef COVERME_TEST_UNIT_DRIVER_ENGINE_FAKETARGET_H
#define COVERME_TEST_UNIT_DRIVER_ENGINE_FAKETARGET_H

#include "coverme/abi.h"
#include "driver/core/Programs.h"
#include "driver/optimise/SyntheticProblem.h"
#include "engine/Objective.h"
#include "execute/NativeEvaluator.h"
#include "goals/coverage/CoverageGoal.h"
#include "runtime/FakeObject.h"

#include <optional>

namespace coverme::test {

inline constexpr uint32_t kEqual = COVERME_REL_EQUAL, kLess = COVERME_REL_LESS,
                          kGreater = COVERME_REL_GREATER;

// A function f0 with an archive, and the objective over both. Up to
// kFakeSites sites; `program` may be given edges before `start`.
class FakeTarget {
public:
  FakeTarget(uint32_t siteCount, const std::vector<Scalar> &scalars) {
    addFunction(program, siteCount, {{0}, {}});
    for (const Scalar &scalar : scalars)
      program.functions[0].plan.inputs.push_back(input("x", "double", scalar));
    archive.emplace(scalars.size(), siteCount, 2 * siteCount);
  }

  // Makes a new objective over the archive, as a worker does when it starts.
  Objective &start(FakeBody body) {
    fakeBody = std::move(body);
    goal.emplace(program, makeScope(program, 0, false));
    evaluator.emplace(object, program, goal->scope, options, archive->calls);
    objective.emplace(*goal, *evaluator, options, *archive);
    return *objective;
  }

  Program program;
  SearchOptions options;
  std::optional<Archive> archive;
  std::optional<CoverageGoal> goal;
  std::optional<NativeEvaluator> evaluator;
  std::optional<Objective> objective;
  LoadedObject object{coverme_attach, coverme_call, coverme_leave_call,
                      fakeStates};

private:
  FakeSession cleanUp; // its session is replaced by the archive's
};

inline bool fakeBranch(uint32_t site, uint32_t op, uint64_t a, double b) {
  return fakeBranch(site, op, doubleOf(a), b);
}

} // namespace coverme::test

#endif
