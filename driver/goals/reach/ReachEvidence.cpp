// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/reach/ReachEvidence.h"

#include "coverme/marks.h"
#include "evidence/Confirm.h"
#include "evidence/Replay.h"

#include <csignal>

namespace coverme {
namespace {

// Why the build does not confirm the mark for a test; empty if it does.
std::string whyNot(const Goal &goal, TargetId mark, CoverageBuild &build,
                   const TestTrace &trace) {
  const Site &site = goal.program.sites[goal.siteOf(mark)];
  if (!trace.hasRun)
    return fmt::format("the test cannot be run when compiled by {}",
                       build.compiler());
  const Function &function = goal.program.functions[site.function];
  if (!ranLine(*build.notes(), function, trace, site.line))
    return fmt::format("the code compiled by {} does not run this line",
                       build.compiler());
  if (site.place == COVERME_MARK_ASSERT && trace.signal != SIGABRT)
    return fmt::format("the assertion holds in the code compiled by {}",
                       build.compiler());
  return "";
}

} // namespace

ReplayResult confirmReached(const ReplayTask &task, std::vector<Test> tests) {
  tests = minimiseSuite(tests);
  const Function &entry = task.goal.program.functions[task.goal.scope.entry];
  std::vector<Input> inputs;
  for (const Test &test : tests)
    inputs.push_back(test.inputs);
  task.build.notes(); // what is wrong with it is said here
  const std::vector<TestTrace> traces =
      task.build.run(inputs, rowWidth(entry), secondsFor(task));
  ReplayResult result;
  std::vector<const TestTrace *> confirmedTraces;
  for (size_t i = 0; i < tests.size(); ++i) {
    result.replayed.emplace_back(tests[i], traces[i]);
    BranchSet confirmed;
    for (const TargetId mark : tests[i].covers) {
      const std::string reason = whyNot(task.goal, mark, task.build, traces[i]);
      if (reason.empty())
        confirmed.insert(mark);
      else
        result.doubts.emplace(mark, reason);
    }
    if (confirmed.size() == 0 && tests[i].covers.size() != 0)
      continue;
    tests[i].covers = confirmed;
    result.suite.push_back(tests[i]);
    confirmedTraces.push_back(&traces[i]);
  }
  for (const Test &test : result.suite)
    for (const TargetId mark : test.covers)
      result.doubts.erase(mark);
  annotate(task, confirmedTraces, secondsFor(task), result);
  return result;
}

} // namespace coverme
