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

// A bar, how far the functions are that are running, and how long the others
// will take if they are like those before.
std::string wordsOf(const FileProgress &progress) {
  constexpr size_t kWidth = 20;
  const size_t full = kWidth * progress.done / progress.functions;
  const auto perSecond =
      static_cast<uint64_t>(static_cast<double>(progress.evaluations) /
                            std::max(progress.seconds, 0.001));
  std::vector<std::string> running;
  for (const FileProgress::Running &one : progress.running)
    running.push_back(
        fmt::format("{} {}/{}", one.function, one.covered, one.branches));
  std::string left;
  if (progress.done != 0)
    left = fmt::format(
        ", {:.0f} s left",
        progress.seconds *
            static_cast<double>(progress.functions - progress.done) /
            static_cast<double>(progress.done));
  return fmt::format("[{:#<{}}{:.<{}}] {}/{}  {:.0f} s{}  {} evaluations "
                     "({}/s)  {}",
                     "", full, "", kWidth - full, progress.done,
                     progress.functions, progress.seconds, left,
                     grouped(progress.evaluations), grouped(perSecond),
                     fmt::join(running, ", "));
}

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
    : tellsEach(tellsEach), files(files), line(isShown), compiling([this] {
        line(sinceStart.seconds(),
             fmt::format("{}compiling {}, {:.0f} s", whichFile(),
                         source.filename().string(), sinceBegin.seconds()));
      }) {}

void AllProgress::begin(const std::filesystem::path &next) {
  ++number;
  source = next;
  sinceBegin.restart();
}

void AllProgress::show(const FileProgress &progress) {
  line(sinceStart.seconds(), whichFile() + wordsOf(progress));
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

std::string AllProgress::whichFile() const {
  return files > 1 ? fmt::format("file {} of {}: ", number, files) : "";
}

} // namespace coverme
