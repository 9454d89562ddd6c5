// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/Goals.h"

#include "goals/boundary/BoundaryEvidence.h"
#include "goals/boundary/BoundaryGoal.h"
#include "goals/coverage/CoverageGoal.h"
#include "goals/reach/ReachEvidence.h"

#include <map>

namespace coverme {
namespace {

struct Parts {
  std::unique_ptr<Goal> (*make)(const Program &program, Scope scope);
  ReplayResult (*confirm)(const ReplayTask &task, std::vector<Test> tests);
  Recording (*record)(const std::string &compiler) = nullptr; // null: nothing
};

template <class G>
std::unique_ptr<Goal> make(const Program &program, Scope scope) {
  return std::make_unique<G>(program, std::move(scope));
}

const Parts &partsOf(const std::string &name) {
  static const std::map<std::string, Parts> all = {
      {"coverage", {make<CoverageGoal>, replayTests}},
      {"reach", {make<ReachGoal>, confirmReached}},
      {"boundary", {make<BoundaryGoal>, confirmBoundaries, recordComparisons}}};
  return all.at(name);
}

} // namespace

bool coversCallees(const RunOptions &options) {
  return options.callees ||
         (goalNamed(options.goal).takesPlaces() && !options.isOfAll);
}

std::unique_ptr<Goal> makeGoal(const std::string &name, const Program &program,
                               Scope scope) {
  return partsOf(name).make(program, std::move(scope));
}

ReplayResult confirmTests(const std::string &name, const ReplayTask &task,
                          std::vector<Test> tests) {
  return partsOf(name).confirm(task, std::move(tests));
}

Recording recordingFor(const std::string &name, const std::string &compiler) {
  const Parts &parts = partsOf(name);
  return parts.record != nullptr ? parts.record(compiler) : Recording();
}

} // namespace coverme
