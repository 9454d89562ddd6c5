// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/IssueReports.h"
#include "report/LineCoverage.h"

#include <fmt/ostream.h>

namespace coverme {
namespace {

// A message; a property has escapes for what ends it, too.
std::string escapedCommand(const std::string &text, bool isProperty) {
  std::string out;
  for (const char c : text)
    if (c == '%' || c == '\r' || c == '\n' ||
        (isProperty && (c == ':' || c == ',')))
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  return out;
}

void writeCommand(const char *command, const std::string &path, unsigned line,
                  const std::string &title, const std::string &message,
                  std::ostream &out) {
  fmt::print(out, "::{} file={},line={},title={}::{}\n", command,
             escapedCommand(path, true), line, escapedCommand(title, true),
             escapedCommand(message, false));
}

void writeCommands(const FunctionReport &report, std::ostream &out) {
  for (const ReportedFinding &finding : report.findings) {
    if (!finding.accepted.empty())
      continue;
    const SourcePlace place = placeOf(report, finding);
    writeCommand("warning", place.path, place.line,
                 fmt::format("coverme {}: {}", report.entry, finding.kind),
                 finding.reproduce.empty()
                     ? finding.detail
                     : finding.detail + '\n' + finding.reproduce,
                 out);
  }
  for (const ReportedSite &site : report.sites)
    for (size_t i = 0; i < site.targets.size(); ++i)
      if (site.targets[i].verdict == Verdict::Open)
        writeCommand("notice", site.path, site.line,
                     fmt::format("coverme {}: open", report.entry),
                     report.kind().isAtPlaces
                         ? site.text
                         : fmt::format("no test takes the {} branch of '{}'",
                                       i != 0 ? "true" : "false", site.text),
                     out);
}

} // namespace

void GithubReport::write(const FunctionReport &report, const TextStyle &,
                         std::ostream &out) const {
  writeCommands(report, out);
}

void GithubReport::write(const FileReport &report, const TextStyle &,
                         std::ostream &out) const {
  forEachFunction(
      report, [&](const FunctionReport &each) { writeCommands(each, out); });
}

} // namespace coverme
