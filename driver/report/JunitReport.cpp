// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/IssueReports.h"
#include "report/LineCoverage.h"
#include "report/Markup.h"
#include "report/TextReport.h"

#include <fmt/ostream.h>

#include <sstream>

namespace coverme {
namespace {

class Suite {
public:
  Suite(const std::string &source, double seconds)
      : source(source), seconds(seconds) {}

  void add(const FunctionReport &report) {
    start(report.entry, report.path, report.timing.total);
    bool isBad = false;
    std::string guesses;
    for (const ReportedFinding &finding : report.findings) {
      if (!finding.accepted.empty())
        continue;
      const SourcePlace place = placeOf(report, finding);
      const std::string where = fmt::format(
          "{}:{}{}{}", escaped(place.path), place.line,
          finding.reproduce.empty() ? "" : "\n", escaped(finding.reproduce));
      if (finding.group == FindingGroup::Guesses) {
        guesses += fmt::format("{}: {}\n", escaped(finding.detail), where);
        continue;
      }
      isBad = true;
      fmt::print(cases,
                 "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
                 escaped(finding.kind), escaped(finding.detail), where);
    }
    // It may be our guess that is wrong.
    if (!guesses.empty())
      fmt::print(cases, "      <system-out>{}</system-out>\n", guesses);
    failures += isBad;
    end();
  }

  // One that was not run.
  void add(const ReportedFunction &function) {
    start(function.name, function.file, 0);
    const bool isError = function.status == FunctionStatus::Failed;
    fmt::print(cases, "      <{} message=\"{}\"/>\n",
               isError ? "error" : "skipped", escaped(function.reason));
    ++(isError ? errors : skipped);
    end();
  }

  void write(std::ostream &out) const {
    const std::string counts =
        fmt::format("name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\"",
                    escaped(source), tests, failures, errors);
    fmt::print(out,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<!-- coverme -->\n<testsuites {} time=\"{:.3f}\">\n"
               "  <testsuite {} skipped=\"{}\" time=\"{:.3f}\">\n{}"
               "  </testsuite>\n</testsuites>\n",
               counts, seconds, counts, skipped, seconds, cases.str());
  }

private:
  void start(const std::string &name, const std::string &file, double time) {
    ++tests;
    fmt::print(cases,
               "    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\">\n",
               escaped(name), escaped(file), time);
  }
  void end() { cases << "    </testcase>\n"; }

  const std::string source;
  const double seconds;
  std::ostringstream cases;
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
};

} // namespace

void JunitReport::write(const FunctionReport &report, const TextStyle &,
                        std::ostream &out) const {
  Suite suite(report.source, report.timing.total);
  suite.add(report);
  suite.write(out);
}

void JunitReport::write(const FileReport &report, const TextStyle &,
                        std::ostream &out) const {
  Suite suite(sourcesText(report.source, report), report.timing.total);
  for (size_t i = 0; i < report.functions.size(); ++i)
    if (report.functions[i].status == FunctionStatus::Ran)
      suite.add(report.reportOf(i));
    else
      suite.add(report.functions[i]);
  suite.write(out);
}

} // namespace coverme
