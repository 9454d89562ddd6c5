// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/IssueReports.h"
#include "report/LineCoverage.h"
#include "report/TextReport.h"

#include <fmt/ostream.h>

namespace coverme {
namespace {

// Within a cell of a table and a line: no character has a meaning of its own.
std::string escapedMarkdown(const std::string &text) {
  std::string out;
  for (const char c : text)
    if (c == '\n' || c == '\r')
      out += ' ';
    else if (std::string_view("\\`*_{}[]<>()#+-!|&~").find(c) !=
             std::string_view::npos)
      out += std::string("\\") + c;
    else
      out += c;
  return out;
}

void writeRow(const std::string &name, const FunctionSummary &summary,
              std::ostream &out) {
  const VerdictCounts &branches = summary.branches;
  fmt::print(out, "| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
             escapedMarkdown(name), branches.total(), branches.covered,
             branches.proved, branches.deemed, branches.open,
             percent(branches.ofAll()), percent(branches.ofFeasible()),
             summary.findings);
}

void writeHead(const std::string &source, const GoalKind &goal,
               std::ostream &out) {
  fmt::print(out,
             "<!-- coverme -->\n"
             "## coverme: {}\n\n"
             "| function | {} | {} | proved | deemed | open | of all | "
             "of feasible | findings |\n"
             "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
             escapedMarkdown(source), goal.words.targets,
             goal.words.verdicts[0]);
}

void writeIssues(const FunctionReport &report, std::ostream &out) {
  for (const ReportedFinding &finding : report.findings) {
    const SourcePlace place = placeOf(report, finding);
    fmt::print(out, "- {}:{} {}: **{}** {}{}\n", escapedMarkdown(place.path),
               place.line, escapedMarkdown(report.entry),
               escapedMarkdown(finding.kind), escapedMarkdown(finding.detail),
               finding.accepted.empty()
                   ? ""
                   : fmt::format(" (accepted: {})",
                                 escapedMarkdown(finding.accepted)));
  }
  const bool isPlaces = report.kind().isAtPlaces;
  for (const ReportedSite &site : report.sites)
    for (size_t i = 0; i < site.targets.size(); ++i)
      if (const ReportedTarget &target = site.targets[i];
          target.verdict != Verdict::Covered)
        fmt::print(
            out, "- {}:{} {}: {}{} {}{}{}\n", escapedMarkdown(site.path),
            site.line, escapedMarkdown(site.function),
            isPlaces ? ""
            : i != 0 ? "true "
                     : "false ",
            report.kind().words.verdicts[static_cast<size_t>(target.verdict)],
            escapedMarkdown(site.text), target.proof ? ": " : "",
            target.proof ? escapedMarkdown(target.proof->reason) : "");
}

} // namespace

void MarkdownReport::write(const FunctionReport &report, const TextStyle &,
                           std::ostream &out) const {
  writeHead(report.source, report.kind(), out);
  writeRow(report.entry, report.summary(), out);
  out << '\n';
  writeIssues(report, out);
}

void MarkdownReport::write(const FileReport &report, const TextStyle &,
                           std::ostream &out) const {
  writeHead(sourcesText(report.source, report), report.kind(), out);
  for (const ReportedFunction &function : report.functions)
    if (function.status == FunctionStatus::Ran)
      writeRow(function.name, function.summary, out);
  writeRow("total", report.total(), out);
  out << '\n';
  forEachFunction(report,
                  [&](const FunctionReport &each) { writeIssues(each, out); });
  for (const ReportedFunction &function : report.functions)
    if (function.status != FunctionStatus::Ran)
      fmt::print(out, "- {}:{} {}: not run {}\n",
                 escapedMarkdown(function.file), function.line,
                 escapedMarkdown(function.name),
                 escapedMarkdown(function.reason));
}

} // namespace coverme
