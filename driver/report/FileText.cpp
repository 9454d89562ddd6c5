// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/TextReport.h"
#include "report/TextWriter.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <ostream>

namespace coverme {
namespace {

constexpr size_t kColumns = 12;
using Cells = std::array<std::string, kColumns>;

// Which columns are left out of a window that is too narrow, the first ones
// first: evaluations, gcov, the line, what is covered of the feasible, what is
// decided, ...
constexpr size_t kDispensable[] = {11, 9, 1, 8, 7, 5, 10, 4};

std::string foundText(const FunctionSummary &sum) {
  return plural(sum.findings, "finding") +
         (sum.suspicions == 0 ? ""
                              : ", " + plural(sum.suspicions, "suspicion"));
}

// The verdicts and what follows them.
void addNumbers(const FunctionSummary &summary, Cells &cells) {
  const VerdictCounts &branches = summary.branches;
  cells[2] = grouped(branches.total());
  cells[3] = grouped(branches.covered);
  cells[4] = grouped(branches.proved);
  cells[5] = grouped(branches.deemed);
  cells[6] = grouped(branches.open);
  cells[7] = percent(branches.decided());
  cells[8] = percent(branches.ofFeasible());
  cells[9] = summary.gcov ? percent(*summary.gcov) : "-";
  cells[10] = grouped(summary.findings);
  cells[11] = grouped(summary.evaluations);
}

class FileWriter : TextWriter {
public:
  FileWriter(const FileReport &report, const TextStyle &style)
      : TextWriter(style), report(report), sum(report.total()),
        goal(report.kind()), words(goal.words) {
    for (const ReportedFunction &function : report.functions)
      branchless += function.status == FunctionStatus::Ran &&
                    function.summary.branches.total() == 0;
  }

  std::string writeBrief() {
    for (size_t i = 0; i < report.functions.size(); ++i)
      section(i, false);
    if (out.starts_with('\n'))
      out.erase(0, 1);
    return std::move(out);
  }

  std::string write() {
    summaryLine();
    if (style.detail == Detail::Summary)
      return std::move(out);
    feasible(sum.branches, goal);
    if (report.wasInterrupted)
      add("note: the run was interrupted\n");
    table();
    for (size_t i = 0; i < report.functions.size(); ++i)
      section(i, style.detail == Detail::Full);
    notRun("skipped", FunctionStatus::Skipped);
    notRun("failed", FunctionStatus::Failed);
    notRun("not run", FunctionStatus::NotRun);
    return std::move(out);
  }

private:
  void summaryLine() {
    std::vector<std::string> counts = {fmt::format(
        "{} run{}", plural(report.count(FunctionStatus::Ran), "function"),
        branchless == 0
            ? ""
            : fmt::format(" ({} without {})", branchless, words.targets))};
    const auto count = [&](FunctionStatus status, const char *words) {
      if (const size_t number = report.count(status); number != 0)
        counts.push_back(fmt::format("{} {}", number, words));
    };
    count(FunctionStatus::Skipped, "skipped");
    count(FunctionStatus::Failed, "failed");
    count(FunctionStatus::NotRun, "not run");
    if (report.leftOut != 0)
      counts.push_back(fmt::format("{} of headers left out", report.leftOut));
    add("{}: {}; {}; {}{}, {}, {:.2f} s\n", sourcesText(sourceName(), report),
        fmt::join(counts, ", "), countsText(sum.branches, goal, {}),
        foundText(sum),
        sum.accepted == 0 ? "" : fmt::format(" ({} accepted)", sum.accepted),
        plural(sum.evaluations, "evaluation"), report.timing.total);
  }

  Cells titles() const {
    return {"function",    "line",   words.targets, words.verdicts[0],
            "proved",      "deemed", "open",        "decided",
            "of feasible", "gcov",   "findings",    "evaluations"};
  }

  std::string sourceName() const {
    return std::filesystem::path(report.source).filename().string();
  }

  // The line, with the file if that is not the one that was given.
  std::string placeOf(const ReportedFunction &function) const {
    return function.file == sourceName()
               ? std::to_string(function.line)
               : fmt::format("{}:{}", function.file, function.line);
  }

  void table() {
    std::vector<Cells> rows = {titles()};
    for (const ReportedFunction &function : report.functions) {
      if (function.status != FunctionStatus::Ran ||
          function.summary.branches.total() == 0)
        continue;
      Cells cells;
      cells[0] = function.name;
      cells[1] = placeOf(function);
      addNumbers(function.summary, cells);
      rows.push_back(cells);
    }
    if (rows.size() == 1)
      return;
    Cells total;
    total[0] = "total";
    addNumbers(sum, total);
    rows.push_back(total);

    std::array<size_t, kColumns> widths{};
    for (const Cells &cells : rows)
      for (size_t i = 0; i < kColumns; ++i)
        widths[i] = std::max(widths[i], cells[i].size());
    std::array<bool, kColumns> isShown{};
    isShown.fill(true);
    size_t width =
        std::accumulate(widths.begin(), widths.end(), 2 * (kColumns - 1));
    for (const size_t column : kDispensable)
      if (style.columns != 0 && width > style.columns) {
        isShown[column] = false;
        width -= widths[column] + 2;
      }
    add("\n");
    for (size_t i = 0; i < rows.size(); ++i) {
      std::string line = fmt::format("{:<{}}", rows[i][0], widths[0]);
      for (size_t j = 1; j < kColumns; ++j)
        if (isShown[j])
          line += fmt::format("  {:>{}}", rows[i][j], widths[j]);
      add("{}\n", i == 0 || i + 1 == rows.size() ? bold(line) : line);
    }
  }

  void section(size_t index, bool isFull) {
    const ReportedFunction &function = report.functions[index];
    if (function.status != FunctionStatus::Ran)
      return;
    const FunctionReport suite = report.reportOf(index);
    const std::string text =
        isFull ? functionText(suite, style)
               : briefText(suite, style) +
                     (style.showsSource ? sourceText(suite, style) : "");
    if (text.empty() && function.reason.empty())
      return;
    if (isFull)
      add("\n{}", text); // begins with the name
    else
      add("\n{}\n{}", bold(function.name), text);
    if (!function.reason.empty())
      add("  {} {}\n", painted("error:", fmt::terminal_color::red),
          function.reason);
  }

  void notRun(const char *heading, FunctionStatus status) {
    if (report.count(status) == 0)
      return;
    add("\n{}\n", bold(heading));
    for (const ReportedFunction &function : report.functions)
      if (function.status == status)
        add("  {}{}{}{}\n",
            function.line == 0
                ? "" // a file
                : fmt::format("{}:{}  ", function.file, function.line),
            function.name, function.reason.empty() ? "" : "  ",
            function.reason);
  }

  const FileReport &report;
  const FunctionSummary sum;
  const GoalKind &goal;
  const GoalWords &words;
  size_t branchless = 0; // functions that ran
};

} // namespace

std::string fileText(const FileReport &report, const TextStyle &style) {
  return FileWriter(report, style).write();
}

std::string briefFileText(const FileReport &report, const TextStyle &style) {
  return FileWriter(report, style).writeBrief();
}

} // namespace coverme
