// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code under test that lives in the test program (runtime/FakeObject.h), with
// the tables that the pass would have written.
#ifndef COVERME_TEST_UNIT_DRIVER_SEARCH_FAKETARGET_H
#define COVERME_TEST_UNIT_DRIVER_SEARCH_FAKETARGET_H

#include "driver/search/Programs.h"
#include "driver/search/SyntheticProblem.h"
#include "runtime/FakeObject.h"
#include "search/Objective.h"

#include <optional>

namespace coverme::test {

// A function f0 with a search state, and the objective over both. Up to
// kFakeSites sites; `program` may be given edges before `start`.
class FakeTarget {
public:
  FakeTarget(uint32_t siteCount, const std::vector<Scalar> &scalars) {
    addFunction(program, siteCount, {{0}, {}});
    for (const Scalar &scalar : scalars)
      program.functions[0].plan.inputs.push_back(input("x", "double", scalar));
    state.emplace(scalars.size(), siteCount);
  }

  // Makes a new objective over the state, as a worker does when it starts.
  Objective &start(FakeBody body) {
    fakeBody = std::move(body);
    scope = makeScope(program, 0, false);
    objective.emplace(object, program, scope, options, *state);
    return *objective;
  }

  Program program;
  Scope scope;
  SearchOptions options;
  std::optional<SearchState> state;
  std::optional<Objective> objective;
  LoadedObject object{coverme_attach, coverme_call, coverme_leave_call,
                      fakeStates};

private:
  FakeSession cleanUp; // its session is replaced by the state's
};

inline bool fakeBranch(uint32_t site, uint32_t op, uint64_t a, double b) {
  return fakeBranch(site, op, doubleOf(a), b);
}

} // namespace coverme::test

#endif
