// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/RunReport.h"

#include "core/ScalarText.h"
#include "report/MakeReport.h"
#include "report/Values.h"

#include <fmt/format.h>

namespace coverme {
namespace {

std::string resultText(const Function &entry, const Input &inputs,
                       const Reproduction &reproduction) {
  std::string text = entry.result.kind > ScalarKind::Void
                         ? formatValue(entry.result, reproduction.result)
                         : "returns";
  return text +
         formatOutputs(reportedInputs(entry), reportedInputs(entry, inputs),
                       reportedOutputs(entry),
                       reportedOutputs(entry, inputs, reproduction.outputs));
}

} // namespace

std::string runReport(const SingleRun &run) {
  const Function &entry = run.function();
  std::string out = fmt::format(
      "{}({})\n", entry.label(),
      formatInputs(reportedInputs(entry), reportedInputs(entry, run.input)));
  if (run.reproduction.end == CallEnd::Returned)
    out += fmt::format("  ->  {}\n",
                       resultText(entry, run.input, run.reproduction));
  else if (run.reproduction.end == CallEnd::Ended)
    out += fmt::format("  ->  {}\n", textOf(run.reproduction.ending));
  for (const FindingReport &finding : run.findings)
    out += fmt::format("  {}: {}\n", finding.kind, finding.detail);
  bool isFirst = true;
  for (const BranchId branch : run.reproduction.path) {
    const Site &site = run.program.sites[siteOf(branch)];
    if (site.isMark() && !outcomeOf(branch))
      continue;
    out += fmt::format("{}  {}:{}:{}  {}\n", isFirst ? "\ntakes\n" : "",
                       site.file.filename().string(), site.line, site.column,
                       site.isMark()       ? "reached"
                       : outcomeOf(branch) ? "true"
                                           : "false");
    isFirst = false;
  }
  return out;
}

} // namespace coverme
