// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllProgress.h"

#include "report/TextReport.h"
#include "support/Grouped.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace coverme {
namespace {

std::string outcomeOf(const FunctionRow &row) {
  if (row.status == FunctionStatus::Failed)
    return "failed: " + row.reason;
  const VerdictCounts &branches = row.summary.branches;
  std::string words =
      branches.total() == 0
          ? "no branches"
          : fmt::format("{} of {} covered", branches.covered, branches.total());
  const auto add = [&](size_t count, const char *what) {
    if (count != 0)
      words += fmt::format(", {} {}", count, what);
  };
  add(branches.proved, "proved infeasible");
  add(branches.deemed, "deemed infeasible");
  add(branches.open, "open");
  if (row.summary.findings != 0)
    words += ", " + plural(row.summary.findings, "finding");
  return words;
}

} // namespace

AllProgress::AllProgress(bool isShown, bool tellsEach, size_t files)
    : tellsEach(tellsEach), files(files), line(isShown) {}

void AllProgress::begin(const std::filesystem::path &next) {
  ++number;
  isCompiling = true;
  source = next;
  sinceBegin.restart();
}

void AllProgress::show(const FileProgress &progress) {
  std::string words;
  if (files > 1)
    words = fmt::format("file {} of {}: ", number, files);
  if (isCompiling)
    words += fmt::format("compiling {}, {:.0f} s", source.filename().string(),
                         sinceBegin.seconds());
  if (!progress.running.empty() || !isCompiling)
    words += (isCompiling ? "; " : "") + wordsOf(progress);
  line(sinceStart.seconds(), words);
}

void AllProgress::tell(const Function &function, const FunctionRow &row) {
  if (!tellsEach)
    return;
  untold += fmt::format("{}: {}\n", function.label(), outcomeOf(row));
  if (sinceStart.seconds() < kQuietSeconds)
    return;
  line.clear();
  say(std::exchange(untold, {}));
}

// A bar, how far the functions are that are running, and how long all will take
// if they, and the files to come, are like those before.
std::string AllProgress::wordsOf(const FileProgress &progress) const {
  constexpr size_t kWidth = 10;
  const double functions =
      static_cast<double>(std::max<size_t>(progress.functions, 1)) *
      static_cast<double>(files) / static_cast<double>(number);
  const double share = static_cast<double>(progress.done) / functions;
  const double seconds = sinceStart.seconds();
  const double evaluations = static_cast<double>(progress.evaluations);
  std::vector<std::string> running;
  for (const FileProgress::Running &one : progress.running)
    running.push_back(
        fmt::format("{} {}/{}", one.function, one.covered, one.branches));
  std::string left;
  if (progress.done != 0)
    left = fmt::format(", {:.0f} s left", seconds * (1 - share) / share);
  return fmt::format(
      "{} {} of {}, {:.0f} s{}, {} evaluations/s{}{}", bar(share, kWidth),
      progress.done, progress.functions, seconds, left,
      grouped(static_cast<uint64_t>(evaluations / std::max(seconds, 0.001))),
      running.empty() ? "" : ", ", fmt::join(running, ", "));
}

} // namespace coverme
