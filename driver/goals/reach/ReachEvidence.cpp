// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "goals/reach/ReachEvidence.h"

#include "core/OutcomeLines.h"
#include "coverme/marks.h"
#include "evidence/Confirm.h"
#include "evidence/Replay.h"
#include "evidence/Replaying.h"
#include "frontend/c/Flags.h"

#include <algorithm>
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

// The branches of a call, whatever end it has.
class WayGoal final : public CoverageGoal {
public:
  using CoverageGoal::CoverageGoal;
  bool countsAllCalls() const override { return true; }
};

// Of a line with decisions, the build may have run another part than the place.
// Takes from the tests the places where it went another way on the line.
class WayCheck {
public:
  WayCheck(const ReplayTask &task, ReplayResult &result)
      : task(task), program(task.goal.program), result(result) {}

  void run() {
    std::vector<Input> inputs;
    for (const Test &test : result.suite)
      if (std::any_of(test.covers.begin(), test.covers.end(),
                      [&](TargetId mark) { return !beside(mark).empty(); }))
        inputs.push_back(test.inputs);
    if (inputs.empty())
      return;
    const WayGoal goal(program, task.goal.scope);
    const std::vector<Test> ways =
        confirmWitnesses(task.sharedObject, goal, task.search, inputs);
    const Confirmation found = confirmedOf(ways);
    for (size_t i = 0; i < ways.size(); ++i)
      for (Test &test : result.suite)
        if (test.inputs == ways[i].inputs)
          removeUnseen(test, ways[i].covers, found, i);
    std::erase_if(result.suite,
                  [](const Test &test) { return test.covers.size() == 0; });
    for (const Test &test : result.suite)
      for (const TargetId mark : test.covers)
        result.doubts.erase(mark);
  }

private:
  // The decisions on the line of a mark.
  std::vector<uint32_t> beside(TargetId target) const {
    const Site &mark = program.sites[task.goal.siteOf(target)];
    std::vector<uint32_t> sites;
    for (const uint32_t site : task.goal.scope.reportedSites())
      if (program.sites[site].function == mark.function &&
          program.sites[site].line == mark.line)
        sites.push_back(site);
    return sites;
  }

  Confirmation confirmedOf(const std::vector<Test> &ways) const {
    std::vector<ReplayedTest> tests;
    const bool isOfClang = isClang(task.options.gcovCompiler);
    for (const Test &way : ways)
      for (const auto &[test, trace] : result.replayed)
        if (test.inputs == way.inputs) {
          tests.push_back({.claims = way.covers,
                           .replay = trace,
                           .clang = {},
                           .difference = "",
                           .isTelling = true});
          if (isOfClang)
            tests.back().clang = trace;
        }
    const BuildView build{task.build.notes(), task.build.compiler()};
    return confirm(program, readOutcomeLines(task.sharedObject),
                   task.goal.scope, build, isOfClang ? build : BuildView{},
                   tests, task.proved);
  }

  void removeUnseen(Test &test, const BranchSet &way, const Confirmation &found,
                    size_t number) {
    BranchSet unseen;
    for (const TargetId mark : test.covers)
      for (const uint32_t site : beside(mark))
        for (const bool outcome : {false, true}) {
          const BranchId branch = branchOf(site, outcome);
          if (!way.contains(branch) || found.wantsClang.contains(branch) ||
              found.confirmed[number].contains(branch))
            continue;
          unseen.insert(mark);
          result.doubts.emplace(
              mark, fmt::format("the code compiled by {} takes another way on "
                                "this line",
                                task.build.compiler()));
        }
    test.covers.erase(unseen);
  }

  const ReplayTask &task;
  const Program &program;
  ReplayResult &result;
};

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
  const std::vector<TestTrace> traces = task.build.run(
      inputs, callSlots(entry), task.search.directory, secondsFor(task));
  ReplayResult result;
  std::vector<const TestTrace *> confirmedTraces;
  for (size_t i = 0; i < tests.size(); ++i) {
    result.replayed.emplace_back(tests[i], traces[i]);
    // What goes another way may have come to the line for another reason.
    const std::string difference =
        wayDifference(entry, tests[i].ending, tests[i].result, traces[i],
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
  ReplayResult result = confirmMarks(
      task, std::move(tests), [&](const Site &mark, const TestTrace &trace) {
        return mark.place == COVERME_MARK_ASSERT && trace.signal != SIGABRT
                   ? fmt::format("the assertion holds in the code compiled by "
                                 "{}",
                                 task.build.compiler())
                   : std::string();
      });
  WayCheck(task, result).run();
  return result;
}

} // namespace coverme
