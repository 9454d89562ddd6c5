// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/FileReport.h"

#include "Config.h"
#include "report/JsonDocument.h"
#include "report/JsonReport.h"
#include "support/Files.h"
#include "support/Grouped.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace coverme {
namespace {

namespace fs = std::filesystem;

constexpr const char *kJsonPart = "suite.json";

// The two texts of a function: for the terminal, and for a file.
const char *textPart(const TextStyle &style) {
  return style.colour || style.detail == Detail::Full ? "shown.txt"
                                                      : "plain.txt";
}

void leaveText(const RunResult &result, const fs::path &folder,
               const TextStyle &style) {
  writeFileAtomically(folder / textPart(style),
                      style.detail == Detail::Full
                          ? textReport(result, style)
                          : briefReport(result, style));
}

constexpr size_t kColumns = 11;
using Cells = std::array<std::string, kColumns>;

// The verdicts and what follows them.
void addNumbers(const FunctionSummary &summary, Cells &cells) {
  const VerdictCounts &branches = summary.branches;
  cells[2] = grouped(branches.total());
  cells[3] = grouped(branches.covered);
  cells[4] = grouped(branches.proved);
  cells[5] = grouped(branches.deemed);
  cells[6] = grouped(branches.open);
  cells[7] = percent(branches.decided());
  cells[8] = summary.gcov ? percent(*summary.gcov) : "-";
  cells[9] = grouped(summary.findings);
  cells[10] = grouped(summary.evaluations);
}

class Writer : TextWriter {
public:
  Writer(const FileResult &result, const TextStyle &style)
      : TextWriter(style), result(result), sum(result.total()),
        goal(goalNamed(result.options.goal)), words(goal.words) {
    for (const FunctionRow &row : result.rows)
      branchless +=
          row.status == FunctionStatus::Ran && !result.hasTargets(row);
  }

  std::string write() {
    summaryLine();
    if (style.detail == Detail::Summary)
      return std::move(out);
    if (result.cutBySignal)
      add("note: the run was interrupted\n");
    table();
    for (const FunctionRow &row : result.rows)
      section(row);
    notRun("skipped", FunctionStatus::Skipped);
    notRun("failed", FunctionStatus::Failed);
    notRun("not run", FunctionStatus::NotRun);
    return std::move(out);
  }

private:
  const Function &functionOf(const FunctionRow &row) const {
    return result.functionOf(row);
  }

  void summaryLine() {
    std::vector<std::string> counts = {fmt::format(
        "{} run{}", plural(result.count(FunctionStatus::Ran), "function"),
        branchless == 0
            ? ""
            : fmt::format(" ({} without {})", branchless, words.targets))};
    const auto count = [&](FunctionStatus status, const char *words) {
      if (const size_t number = result.count(status); number != 0)
        counts.push_back(fmt::format("{} {}", number, words));
    };
    count(FunctionStatus::Skipped, "skipped");
    count(FunctionStatus::Failed, "failed");
    count(FunctionStatus::NotRun, "not run");
    if (result.leftOut != 0)
      counts.push_back(fmt::format("{} of headers left out", result.leftOut));
    add("{}: {}; {}; {}, {}, {:.2f} s\n",
        result.options.source.filename().string(), fmt::join(counts, ", "),
        countsText(sum.branches, goal), plural(sum.findings, "finding"),
        plural(sum.evaluations, "evaluation"), result.timing.total);
  }

  Cells titles() const {
    return {"function", "line",     words.targets, words.verdicts[0],
            "proved",   "deemed",   "open",        "decided",
            "gcov",     "findings", "evaluations"};
  }

  // The line, with the file if that is not the one that was given.
  std::string placeOf(const FunctionRow &row) const {
    const Function &function = functionOf(row);
    return isIn(function, result.options.source)
               ? std::to_string(function.line)
               : fmt::format("{}:{}", function.file.filename().string(),
                             function.line);
  }

  void table() {
    std::vector<Cells> rows = {titles()};
    for (const FunctionRow &row : result.rows) {
      if (row.status != FunctionStatus::Ran || !result.hasTargets(row))
        continue;
      Cells cells;
      cells[0] = functionOf(row).label();
      cells[1] = placeOf(row);
      addNumbers(row.summary, cells);
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
    add("\n");
    for (size_t i = 0; i < rows.size(); ++i) {
      std::string line = fmt::format("{:<{}}", rows[i][0], widths[0]);
      for (size_t j = 1; j < kColumns; ++j)
        line += fmt::format("  {:>{}}", rows[i][j], widths[j]);
      add("{}\n", i == 0 || i + 1 == rows.size() ? bold(line) : line);
    }
  }

  // What the function's process left.
  void section(const FunctionRow &row) {
    if (row.status != FunctionStatus::Ran)
      return;
    const std::string text = readFile(row.folder / textPart(style));
    if (text.empty() && row.reason.empty())
      return;
    if (style.detail == Detail::Full)
      add("\n{}", text); // begins with the name
    else
      add("\n{}\n{}", bold(functionOf(row).label()), text);
    if (!row.reason.empty())
      add("  {} {}\n", painted("error:", fmt::terminal_color::red), row.reason);
  }

  void notRun(const char *heading, FunctionStatus status) {
    if (result.count(status) == 0)
      return;
    add("\n{}\n", bold(heading));
    for (const FunctionRow &row : result.rows)
      if (row.status == status)
        add("  {}:{}  {}{}{}\n", functionOf(row).file.filename().string(),
            functionOf(row).line, functionOf(row).label(),
            row.reason.empty() ? "" : "  ", row.reason);
  }

  const FileResult &result;
  const FunctionSummary sum;
  const GoalKind &goal;
  const GoalWords &words;
  size_t branchless = 0; // functions that ran
};

const char *nameOf(FunctionStatus status) {
  switch (status) {
  case FunctionStatus::Ran:
    return "ran";
  case FunctionStatus::Skipped:
    return "skipped";
  case FunctionStatus::Failed:
    return "failed";
  case FunctionStatus::NotRun:
    break;
  }
  return "not_run";
}

Json totalsJson(const FileResult &result) {
  const FunctionSummary sum = result.total();
  Json gcov = nullptr;
  if (sum.gcov)
    gcov = {{"taken", sum.gcov->hit}, {"total", sum.gcov->total}};
  return {
      {"ran", result.count(FunctionStatus::Ran)},
      {"skipped", result.count(FunctionStatus::Skipped)},
      {"failed", result.count(FunctionStatus::Failed)},
      {"not_run", result.count(FunctionStatus::NotRun)},
      {"without_branches", std::count_if(result.rows.begin(), result.rows.end(),
                                         [&](const FunctionRow &row) {
                                           return !result.hasTargets(row);
                                         })},
      {"left_out", result.leftOut},
      {"branches", verdictsJson(sum.branches)},
      {"gcov_branches", std::move(gcov)},
      {"findings", sum.findings},
      {"evaluations", sum.evaluations}};
}

// The suite's document as a member of an object at the depth of a function's.
void copySuite(const fs::path &part, std::ostream &out) {
  std::ifstream stream(part, std::ios::binary);
  bool isFirst = true;
  for (std::string line; std::getline(stream, line); isFirst = false)
    out << (isFirst ? "" : "\n      ") << line;
}

void writeFunction(const FileResult &result, const FunctionRow &row,
                   std::ostream &out) {
  const Function &function = result.functionOf(row);
  const Json reason = row.reason.empty() ? Json(nullptr) : Json(row.reason);
  out << "{\n      \"function\": " << onOneLine(function.label())
      << ",\n      \"file\": " << onOneLine(function.file.filename().string())
      << ",\n      \"line\": " << function.line
      << ",\n      \"status\": " << onOneLine(nameOf(row.status))
      << ",\n      \"reason\": " << onOneLine(reason) << ",\n      \"suite\": ";
  if (row.status == FunctionStatus::Ran)
    copySuite(row.folder / kJsonPart, out);
  else
    out << "null";
  out << "\n    }";
}

} // namespace

void leaveReports(const RunResult &result, const fs::path &folder,
                  const FileWishes &wishes) {
  if (wishes.style.detail != Detail::Summary)
    leaveText(result, folder, wishes.style);
  if (wishes.keepsText)
    leaveText(result, folder, {});
  if (wishes.json)
    writeFileAtomically(folder / kJsonPart, [&](std::ostream &stream) {
      writeJsonReport(result, stream);
    });
}

std::string fileText(const FileResult &result, const TextStyle &style) {
  return Writer(result, style).write();
}

void writeFileJson(const FileResult &result, const std::string &match,
                   std::ostream &out) {
  const auto timing = Json{{"compile", result.timing.compile},
                           {"link", result.timing.link},
                           {"total", result.timing.total}};
  JsonDocument document(out);
  document.member("schema", "coverme-file/1");
  document.member("tool", fmt::format("coverme {}", kVersion));
  document.member("source", result.options.source.string());
  document.member("match", match.empty() ? Json(nullptr) : Json(match));
  document.member("seed", result.options.search.seed);
  document.member("options", optionsJson(result.options));
  document.member("interrupted", result.cutBySignal);
  document.member("totals", totalsJson(result));
  document.stream("functions", result.rows.size(), [&](size_t i) {
    writeFunction(result, result.rows[i], out);
  });
  document.member("timing", timing);
  document.end();
}

} // namespace coverme
