// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Gates.h"

#include "Output.h"
#include "support/Error.h"

#include <fmt/format.h>

namespace coverme {
namespace {

FunctionSummary totalOf(const FunctionReport &report) {
  return report.summary();
}
FunctionSummary totalOf(const FileReport &report) { return report.total(); }

// Has nothing become worse? Says what has changed.
bool isKept(const Baseline &before, const Report &now) {
  const Changes changes = changesSince(before, now);
  const auto list = [](const char *word, const std::vector<std::string> &all) {
    for (const std::string &each : all)
      say(fmt::format("coverme: {} than the baseline: {}\n", word, each));
  };
  list("worse", changes.worse);
  list("better", changes.better);
  list("other", changes.other);
  return changes.worse.empty();
}

} // namespace

std::optional<Baseline> baselineOf(const CommandLine &line) {
  if (line.baseline.empty())
    return std::nullopt;
  Baseline baseline = readBaseline(line.baseline);
  if (baseline.goal != line.run.goal)
    fail(ExitCode::BadInput, "the baseline '{}' has the goal {}, and not {}",
         line.baseline, baseline.goal, line.run.goal);
  return baseline;
}

ExitCode exitCodeOf(const Report &report, const CommandLine &line,
                    const std::optional<Baseline> &baseline, bool isWhole) {
  const bool isSame = !baseline || isKept(*baseline, report);
  const FunctionSummary total =
      std::visit([](const auto &each) { return totalOf(each); }, report);
  const VerdictCounts &counts = total.branches;
  const bool isAsked = line.minCoverage >= 0 || line.minFeasibleCoverage >= 0;
  const bool isEnough =
      counts.decided().percent() >= line.minCoverage &&
      counts.ofFeasible().percent() >= line.minFeasibleCoverage;
  if (!isSame || (isAsked && !isEnough) ||
      (line.failOnFinding && !baseline &&
       total.findings + total.suspicions != total.accepted) ||
      (line.failOnOpen && counts.open + counts.deemed != 0))
    return ExitCode::Incomplete;
  const bool isComplete = isWhole && counts.decided().percent() == 100.0;
  return isComplete || isAsked || baseline ? ExitCode::Complete
                                           : ExitCode::Incomplete;
}

} // namespace coverme
