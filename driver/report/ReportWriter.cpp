// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/ReportWriter.h"

#include "report/Baseline.h"
#include "report/ConfigReport.h"
#include "report/CsvReport.h"
#include "report/HtmlReport.h"
#include "report/IssueReports.h"
#include "report/JsonReport.h"
#include "report/LineReports.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/NearestName.h"

#include <fmt/ranges.h>

namespace coverme {

const std::vector<ReportFormat> &reportFormats() {
  static const TextReport text;
  static const BriefReport brief;
  static const JsonReport json;
  static const CsvReport csv;
  static const HtmlReport html;
  static const LcovReport lcov(true), lcovFeasible(false);
  static const CoberturaReport cobertura;
  static const GcovrReport gcovr;
  static const JunitReport junit;
  static const SarifReport sarif;
  static const MarkdownReport markdown;
  static const GithubReport github;
  static const BaselineReport baseline;
  static const ConfigReport config;
  static const std::vector<ReportFormat> all = {
      {"text", &text, ""},
      {"brief", &brief, ""},
      {"json", &json, R"("schema": "coverme-)"},
      {"csv", &csv, "source,entry,function,file,line,column,outcome,"},
      {"html", &html, R"(<meta name="generator" content="coverme")"},
      {"lcov", &lcov, "TN:coverme\n"},
      {"lcov-feasible", &lcovFeasible, "TN:coverme_feasible\n"},
      {"cobertura", &cobertura, " version=\"coverme "},
      {"gcovr", &gcovr, R"("tool":"coverme )"},
      {"junit", &junit, "<!-- coverme -->"},
      {"sarif", &sarif, R"("driver":{"name":"coverme")"},
      {"markdown", &markdown, "<!-- coverme -->"},
      {"github", &github, ""},
      {"baseline", &baseline, "{\"coverme_baseline\": "},
      {"config", &config, ""}}; // which people go on writing
  return all;
}

const ReportFormat &formatNamed(const std::string &name) {
  std::vector<std::string> names;
  for (const ReportFormat &format : reportFormats()) {
    if (format.name == name)
      return format;
    names.emplace_back(format.name);
  }
  fail(ExitCode::BadInput, "no format '{}'{}", name,
       suggestion(name, names,
                  fmt::format(" (one of {})", fmt::join(names, ", "))));
}

void writeReport(const Report &report, const ReportWriter &writer,
                 const TextStyle &style, std::ostream &out) {
  std::visit([&](const auto &each) { writer.write(each, style, out); }, report);
}

} // namespace coverme
