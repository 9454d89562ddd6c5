// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteFunction.h"

#include "nightly/SiteMarkup.h"
#include "nightly/Store.h"
#include "report/HtmlParts.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/Markup.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Grouped.h"

#include <fmt/format.h>

#include <sstream>
#include <variant>

namespace coverme {

namespace {

// The last first.
std::string historyHtml(const SitePages &site, const StoredFunction &function,
                        const std::vector<Difference> &differences, bool isNow,
                        const std::string &root) {
  std::string rows;
  for (size_t i = function.results.size(); i-- > 0;) {
    const StoredResult &result = function.results[i];
    const bool goesOn = isNow && i + 1 == function.results.size();
    rows += fmt::format(
        "<tr><td>{}{}</td><td>{}</td>{}{}{}{}</tr>\n",
        linkTo(root + site.nightPage(result.first), site.labels[result.first]),
        goesOn ? " and later"
        : result.first == result.last
            ? ""
            : fmt::format(" to {}", escaped(site.labels[result.last])),
        escaped(result.status), countCells(result.counts),
        numberCell(grouped(result.findings)),
        numberCell(grouped(result.evaluations)),
        numberCell(fmt::format("{:.1f}", result.seconds)));
    if (const std::string changes = differenceHtml(differences[i]);
        !changes.empty())
      rows += fmt::format(
          "<tr class=\"more\"><td colspan=\"11\">{}</td></tr>\n", changes);
  }
  return "<h2 id=\"history\">History</h2>\n" +
         table("history",
               heads({"nights", "status"},
                     {"#findings", "#evaluations", "#seconds"}),
               rows);
}

// Without a suite.
std::string resultHtml(SitePages &site, const StoredResult &result) {
  std::string body = countsHtml(result.counts, siteWords());
  const std::vector<StoredFinding> findings = site.store.findingsOf(result);
  if (!findings.empty())
    body += "<h2 id=\"findings\">Findings</h2>\n<ol>\n";
  for (const StoredFinding &finding : findings)
    body += fmt::format(
        "<li><span class=\"open\">{}</span>: {}<pre>{}</pre></li>\n",
        escaped(finding.kind), escaped(finding.text), escaped(finding.command));
  if (!findings.empty())
    body += "</ol>\n";
  std::string rows;
  for (const NightlyBranch &branch : site.store.branchesOf(result))
    if (const int verdict = verdictNamed(branch.verdict);
        verdict != static_cast<int>(Verdict::Covered))
      rows +=
          fmt::format("<tr><td><code>{}</code></td><td>{}</td></tr>\n",
                      escaped(onOneLine(branch.label())), verdictHtml(verdict));
  if (!rows.empty())
    body += "<h2 id=\"rest\">Not covered</h2>\n" +
            table("branches", {"branch", "verdict"}, rows);
  return body;
}

std::string suiteHtml(SitePages &site, const StoredResult &result) {
  std::ostringstream out;
  try {
    const Report report =
        parseReport(inflated(site.store.suiteOf(result)), "the suite");
    if (const auto *one = std::get_if<FunctionReport>(&report)) {
      writeHtmlSection(*one, out);
      return out.str();
    }
  } catch (const Error &) {
    // What the store has besides is shown.
  }
  return "<p>Note: the suite in the store cannot be read.</p>\n" +
         resultHtml(site, result);
}

} // namespace

std::vector<Difference> differencesOf(SitePages &site,
                                      const StoredFunction &function) {
  std::vector<Difference> all(1);
  for (size_t i = 1; i < function.results.size(); ++i)
    all.push_back(
        differenceOf(site.store, function.results[i - 1], function.results[i]));
  return all;
}

std::string functionHtml(SitePages &site, const StoredFunction &function,
                         const std::vector<Difference> &differences,
                         size_t lastNight, const std::string &path) {
  const StoredResult &now = function.results.back();
  std::string body;
  const bool isNow = now.last >= lastNight;
  body += fmt::format(
      "<p>{} since {}{}{}{}</p>\n", escaped(now.status),
      escaped(site.labels[now.first]),
      isNow ? ""
            : fmt::format(", not run since {}", escaped(site.labels[now.last])),
      now.reason.empty() ? "" : ": ", escaped(now.reason));
  if (function.results.size() > 1)
    body += historyHtml(site, function, differences, isNow, rootFrom(path));
  body += "<h2 id=\"report\">Report</h2>\n" +
          (now.hasSuite ? suiteHtml(site, now) : resultHtml(site, now));
  return body;
}

} // namespace coverme
