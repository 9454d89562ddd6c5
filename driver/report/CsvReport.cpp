// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/CsvReport.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

namespace coverme {
namespace {

constexpr const char *kHeader =
    "source,entry,function,file,line,column,outcome,place,verdict,test,"
    "ending,evaluations,engine,reason,feasible\n";

std::string csvField(const std::string &field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos)
    return field;
  std::string text = "\"";
  for (const char c : field)
    text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

void writeTarget(const FunctionReport &report, const ReportedSite &site,
                 size_t outcome, std::ostream &out) {
  const GoalKind &goal = report.kind();
  const ReportedTarget &target = site.targets[outcome];
  const bool isProved = target.proof.has_value();
  const std::string fields[] = {
      csvField(report.source),
      csvField(report.entry),
      csvField(site.function),
      csvField(site.file),
      std::to_string(site.line),
      std::to_string(site.column),
      goal.isAtPlaces ? ""
      : outcome != 0  ? "true"
                      : "false",
      csvField(site.at),
      goal.words.verdicts[static_cast<size_t>(target.verdict)],
      target.test ? std::to_string(*target.test + 1) : "",
      target.test ? report.tests[*target.test].ending : "",
      target.test ? "" : std::to_string(target.spent),
      isProved ? csvField(target.proof->engine) : "",
      csvField(isProved ? target.proof->reason : target.unconfirmed),
      target.verdict == Verdict::ProvedInfeasible ? "0" : "1"};
  out << fmt::format("{}\n", fmt::join(fields, ","));
}

void writeTargets(const FunctionReport &report, std::ostream &out) {
  for (const ReportedSite &site : report.sites)
    for (size_t i = 0; i < site.targets.size(); ++i)
      writeTarget(report, site, i, out);
}

} // namespace

void CsvReport::write(const FunctionReport &report, const TextStyle &,
                      std::ostream &out) const {
  out << kHeader;
  writeTargets(report, out);
}

void CsvReport::write(const FileReport &report, const TextStyle &,
                      std::ostream &out) const {
  out << kHeader;
  for (size_t i = 0; i < report.functions.size(); ++i)
    if (report.functions[i].status == FunctionStatus::Ran)
      writeTargets(report.reportOf(i), out);
}

} // namespace coverme
