// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/reach/ReachEvidence.h"

#include "coverme/marks.h"
#include "evidence/Confirm.h"
#include "evidence/Replay.h"
#include "evidence/Replaying.h"

#include <csignal>

namespace coverme {
namespace {

// Why the build does not confirm the mark for a test; empty if it does.
std::string whyNot(const Program &program, const Site &site,
                   CoverageBuild &build, const TestTrace &trace,
                   const WhyNotReached &whyNotThere) {
  if (!trace.hasRun)
    return fmt::format("the test cannot be run when compiled by {}",
                       build.compiler());
  const Function &function = program.functions[site.function];
  if (!ranLine({build.notes(), build.compiler()}, function, trace, site.line))
    return fmt::format("the code compiled by {} does not run this line",
                       build.compiler());
  return whyNotThere(site, trace);
}

} // namespace

ReplayResult confirmMarks(const ReplayTask &task, std::vector<Test> tests,
                          const WhyNotReached &whyNotThere) {
  tests = minimiseSuite(tests);
  const Program &program = task.goal.program;
  const Function &entry = program.functions[task.goal.scope.entry];
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
    // What goes another way may have come to the line for another reason.
    const std::string difference =
        replayDifference(entry, tests[i].ending, tests[i].result, traces[i],
                         task.build.compiler());
    BranchSet confirmed;
    for (const TargetId mark : tests[i].covers) {
      std::string reason =
          whyNot(program, program.sites[task.goal.siteOf(mark)], task.build,
                 traces[i], whyNotThere);
      if (reason.empty() && !difference.empty())
        reason = "the call that reaches it " + difference;
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

ReplayResult confirmReached(const ReplayTask &task, std::vector<Test> tests) {
  return confirmMarks(
      task, std::move(tests), [&](const Site &mark, const TestTrace &trace) {
        return mark.place == COVERME_MARK_ASSERT && trace.signal != SIGABRT
                   ? fmt::format("the assertion holds in the code compiled by "
                                 "{}",
                                 task.build.compiler())
                   : std::string();
      });
}

} // namespace coverme
