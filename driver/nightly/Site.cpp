// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Site.h"

#include "Config.h"
#include "nightly/SiteDifference.h"
#include "nightly/SiteEvents.h"
#include "nightly/SiteFolder.h"
#include "nightly/SiteMarkup.h"
#include "nightly/SiteScript.h"
#include "nightly/Store.h"
#include "nightly/StoreReader.h"
#include "nightly/TrendPlot.h"
#include "report/HtmlPage.h"
#include "report/HtmlParts.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/Markup.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Grouped.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace coverme {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostRows = 1000; // of a page

// --- kinds of changes --------------------------------------------------------

struct ChangeKind {
  const char *name, *heading, *className;
};

// In the order in which they matter.
constexpr std::array<ChangeKind, 13> kChangeKinds = {{
    {"finding-new", "new findings", "open"},
    {"function-failed", "functions that cannot be run", "open"},
    {"branch-lost", "branches lost", "open"},
    {"proof-lost", "proofs lost", "open"},
    {"branch-open", "new branches that are open", "open"},
    {"flaky", "results that differ each time", "open"},
    {"result-changed", "results changed", "deemed"},
    {"function-gone", "functions gone", "deemed"},
    {"slower", "slower functions", "deemed"},
    {"branch-won", "branches won", "covered"},
    {"finding-gone", "findings gone", "covered"},
    {"function-new", "new functions", "covered"},
    {"function-renamed", "functions renamed", "covered"},
}};

size_t rankOf(const std::string &kind) {
  return static_cast<size_t>(
      std::ranges::find(kChangeKinds, kind, &ChangeKind::name) -
      kChangeKinds.begin());
}

// --- the site ------------------------------------------------------------

// A function in the tables.
struct FunctionRow {
  std::string name, page, status;
  size_t file = 0; // index
  unsigned line = 0;
  VerdictCounts counts;
  size_t findings = 0, since = 0;
  uint64_t evaluations = 0;
  double seconds = 0;
  bool isNow = false; // of the library's last night
};

struct FileRow {
  std::string name, base; // of its pages
  std::vector<size_t> functions;
  VerdictCounts counts;
  size_t findings = 0;
};

class SiteMaker {
public:
  SiteMaker(const std::filesystem::path &storeFile,
            const std::filesystem::path &outFolder)
      : store(storeFile), folder(outFolder) {
    for (const StoredNight &night : store.nights())
      labels.push_back(night.label);
  }

  SiteFigures make() {
    folder.write(kStyleFile, pageStyle() + kSiteStyle);
    folder.write(kScriptFile, pageScript() + kSiteScript);
    for (const StoredLibrary &library : store.libraries())
      writeLibrary(library);
    writeNights();
    writeCompare();
    writeIndex();
    folder.finish();
    return {functionCount, folder.files(), folder.changed()};
  }

private:
  // --- pages ---

  void write(const std::string &path, const std::string &title,
             const std::vector<std::pair<std::string, std::string>> &crumbs,
             const std::string &body, const std::string &scripts = "") {
    const std::string root = rootFrom(path);
    std::string nav;
    if (path != "index.html") {
      std::string links = linkTo(root + "index.html", "All libraries");
      for (const auto &[address, text] : crumbs)
        links += linkTo(root + address, text);
      nav = fmt::format(
          "<nav class=\"crumbs\" aria-label=\"Places\">{}</nav>\n", links);
    }
    folder.write(path, pageBegin(title, root) + nav + body + scripts +
                           pageEnd(fmt::format("coverme {}", kVersion), root));
  }

  // Rows of one table on as many pages as it takes.
  // `body` is what the first page has ahead of it.
  void writePages(
      const std::string &base, const std::string &title,
      const std::vector<std::pair<std::string, std::string>> &crumbs,
      const std::string &body, const std::string &className,
      const std::vector<std::string> &columns, size_t count,
      const std::function<std::string(size_t, const std::string &)> &rowAt) {
    const size_t pages =
        std::max<size_t>((count + kMostRows - 1) / kMostRows, 1);
    for (size_t page = 0; page < pages; ++page) {
      const std::string path = pagePath(base, page);
      const std::string root = rootFrom(path);
      std::string rows;
      const size_t end = std::min(count, (page + 1) * kMostRows);
      for (size_t i = page * kMostRows; i < end; ++i)
        rows += rowAt(i, root);
      std::string nav;
      for (size_t other = 0; pages > 1 && other < pages; ++other)
        nav += other == page ? fmt::format("<b>{}</b>", other + 1)
                             : linkTo(root + pagePath(base, other),
                                      std::to_string(other + 1));
      if (!nav.empty())
        nav = fmt::format("<nav aria-label=\"Pages\">Page {}</nav>\n", nav);
      write(
          path, title, crumbs,
          (page == 0 ? body : "") + nav +
              (count == 0 ? "<p>none</p>\n" : table(className, columns, rows)));
    }
  }

  // --- trends ---

  // Of all that a plot shows, by night. Nights without one are gaps.
  using Sums = std::vector<std::optional<StoredTotals>>;

  std::string trends(const Sums &sums, const std::vector<TrendMark> &marks) {
    using Value = std::function<double(const StoredTotals &)>;
    const auto percentOf = [](const Ratio &ratio) {
      return ratio.total == 0 ? 100.0
                              : 100.0 * static_cast<double>(ratio.hit) /
                                    static_cast<double>(ratio.total);
    };
    const std::array<std::tuple<const char *, const char *, int, Value>, 5>
        kinds = {{{"Covered", " %", 1,
                   [&](const StoredTotals &sum) {
                     return percentOf(sum.counts.ofAll());
                   }},
                  {"Covered of the feasible", " %", 1,
                   [&](const StoredTotals &sum) {
                     return percentOf(sum.counts.ofFeasible());
                   }},
                  {"Decided", " %", 1,
                   [&](const StoredTotals &sum) {
                     return percentOf(sum.counts.decided());
                   }},
                  {"Findings", "", 0,
                   [](const StoredTotals &sum) {
                     return static_cast<double>(sum.findings);
                   }},
                  {"Seconds", " s", 1,
                   [](const StoredTotals &sum) { return sum.seconds; }}}};
    std::string plots;
    for (const auto &[name, unit, decimals, value] : kinds) {
      Trend trend{name, unit, decimals, {}};
      for (const std::optional<StoredTotals> &sum : sums)
        trend.values.push_back(sum ? std::optional(value(*sum)) : std::nullopt);
      plots += trendPlot(trend, labels, marks);
    }
    return plots.empty() ? "" : "<div class=\"plots\">\n" + plots + "</div>\n";
  }

  // What changed between these two nights that are not the code under test.
  std::string upgrade(size_t before, size_t night) const {
    const StoredNight &a = store.nights()[before], &b = store.nights()[night];
    std::string text;
    if (a.tool != b.tool)
      text += fmt::format("{} in place of {}", b.tool, a.tool);
    if (a.compiler != b.compiler)
      text += fmt::format("{}{} in place of {}", text.empty() ? "" : ", ",
                          b.compiler, a.compiler);
    return text;
  }

  std::vector<TrendMark> upgrades() const {
    std::vector<TrendMark> marks;
    for (size_t night = 1; night < labels.size(); ++night)
      if (const std::string text = upgrade(night - 1, night); !text.empty())
        marks.push_back({night, fmt::format("{}: {}", labels[night], text)});
    return marks;
  }

  Sums sumsOf(const StoredLibrary &library) const {
    Sums sums(labels.size());
    for (const StoredTotals &totals : library.totals)
      sums[totals.night] = totals;
    return sums;
  }

  std::string nightPage(size_t night) const {
    return pagePath("night/" + slug(labels[night]), 0);
  }
  std::string compareAddress(size_t from, size_t to) const {
    // The slug of a label need not be the label.
    return fmt::format("compare.html#{}..{}", addressOf(labels[from]),
                       addressOf(labels[to]));
  }
  static std::string addressOf(const std::string &text) {
    std::string out;
    for (const char each : text)
      out += std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '-'
                 ? std::string(1, each)
                 : fmt::format("%{:02X}", static_cast<unsigned char>(each));
    return out;
  }

  // A row of a table about a night or a library, whose link is the first cell.
  static std::string totalsRow(const std::string &link,
                               const StoredTotals &sum) {
    return fmt::format("<tr><td>{}</td><td>{}</td>{}{}{}{}{}</tr>\n", link,
                       escaped(sum.version), numberCell(grouped(sum.functions)),
                       numberCell(grouped(sum.searched)),
                       countCells(sum.counts),
                       numberCell(grouped(sum.findings)),
                       numberCell(fmt::format("{:.1f}", sum.seconds)));
  }
  static std::vector<std::string> totalsHeads(const char *first,
                                              const char *version) {
    return heads({first, version, "#functions", "#searched"},
                 {"#findings", "#seconds"});
  }

  // The last first. `version` is what the totals' versions are of.
  std::string nightsTable(const Sums &sums, const char *version,
                          const std::string &root) const {
    std::string rows;
    for (size_t night = sums.size(); night-- > 0;)
      if (const std::optional<StoredTotals> &sum = sums[night])
        rows += totalsRow(linkTo(root + nightPage(night), labels[night]), *sum);
    return "<h2 id=\"nights\">Nights</h2>\n" +
           table("nights", totalsHeads("night", version), rows);
  }

  // --- a library ---

  void writeLibrary(const StoredLibrary &library) {
    const std::string base = "lib/" + slug(library.name);
    const size_t lastNight =
        library.totals.empty() ? 0 : library.totals.back().night;
    std::vector<FunctionRow> functions;
    std::vector<FileRow> files;
    SiteEvents events(library);
    Json names = Json::array();
    store.forEachFunction(library, [&](StoredFunction &function) {
      if (files.empty() || files.back().name != function.file) {
        files.push_back(
            {function.file, base + '/' + slug(function.file), {}, {}, 0});
        names.push_back(
            {function.file, files.back().base + '/', Json::array()});
      }
      FileRow &file = files.back();
      const std::string page = slug(function.name) + ".html";
      const std::string path = file.base + '/' + page;
      names.back()[2].push_back(page == function.name + ".html"
                                    ? Json(function.name)
                                    : Json({function.name, page}));
      const std::vector<Difference> differences = differencesOf(function);
      events.add(function, differences, file.base + '/', page);
      const StoredResult &now = function.results.back();
      writeFunction(library, file, function, differences, lastNight, path);
      FunctionRow row;
      row.name = function.name;
      row.page = path;
      row.status = now.status;
      row.file = files.size() - 1;
      row.line = now.line;
      row.counts = now.counts;
      row.findings = now.findings;
      row.since = now.first;
      row.evaluations = now.evaluations;
      row.seconds = now.seconds;
      row.isNow = now.last >= lastNight;
      file.functions.push_back(functions.size());
      if (row.isNow) {
        file.counts += row.counts;
        file.findings += row.findings;
      }
      functions.push_back(std::move(row));
    });
    functionCount += functions.size();
    for (const FileRow &file : files)
      writeFile(library, file, functions);
    const std::string data = "data/" + slug(library.name) + '/';
    Json kept = Json::array();
    for (auto &[number, some] : events.byNumber) {
      kept.push_back(number);
      writeData(fmt::format("{}{}.js", data, number),
                {{"events", slug(library.name)},
                 {"number", number},
                 {"files", std::move(some)}});
    }
    compared.push_back({{"name", library.name},
                        {"folder", slug(library.name)},
                        {"kept", std::move(kept)},
                        {"totals", totalsJson(library)}});
    writeData(data + "names.js",
              {{"names", slug(library.name)}, {"files", std::move(names)}});
    writeLibraryPage(library, base, functions, files, data + "names.js");
  }

  void writeData(const std::string &path, const Json &json) {
    folder.write(
        path, fmt::format(
                  "(globalThis.coverme = globalThis.coverme || []).push({});\n",
                  jsonText(json)));
  }

  static Json totalsJson(const StoredLibrary &library) {
    Json totals = Json::array();
    for (const StoredTotals &sum : library.totals)
      totals.push_back({sum.night, sum.functions, sum.counts.total(),
                        sum.counts.covered, sum.counts.proved,
                        sum.counts.deemed, sum.counts.open, sum.findings,
                        sum.seconds});
    return totals;
  }

  // Of each result to the one before; the first one's is empty.
  std::vector<Difference> differencesOf(const StoredFunction &function) {
    std::vector<Difference> all(1);
    for (size_t i = 1; i < function.results.size(); ++i)
      all.push_back(
          differenceOf(store, function.results[i - 1], function.results[i]));
    return all;
  }

  std::vector<std::string> functionHeads(bool hasFile) const {
    std::vector<std::string> first = {"function"};
    if (hasFile)
      first.emplace_back("file");
    first.insert(first.end(), {"#line", "status", "since"});
    return heads(std::move(first), {"#findings", "#evaluations", "#seconds"});
  }

  std::string functionCells(const FunctionRow &row, const std::string &fileCell,
                            const std::string &root) const {
    return fmt::format(
        "<tr><td>{}</td>{}{}<td>{}</td><td>{}</td>{}{}{}{}</tr>\n",
        linkTo(root + row.page, row.name), fileCell,
        numberCell(std::to_string(row.line)),
        escaped(row.isNow ? row.status : "not run"), escaped(labels[row.since]),
        countCells(row.counts), numberCell(grouped(row.findings)),
        numberCell(grouped(row.evaluations)),
        numberCell(fmt::format("{:.1f}", row.seconds)));
  }

  void writeFile(const StoredLibrary &library, const FileRow &file,
                 const std::vector<FunctionRow> &functions) {
    writePages(file.base, file.name,
               {{pagePath("lib/" + slug(library.name), 0), library.name}},
               countsHtml(file.counts, siteWords()), "functions",
               functionHeads(false), file.functions.size(),
               [&](size_t i, const std::string &root) {
                 return functionCells(functions[file.functions[i]], "", root);
               });
  }

  // The functions that the page of a library has: all, or those that somebody
  // may want to look at, what matters most first.
  static std::vector<size_t> shown(const std::vector<FunctionRow> &functions,
                                   size_t lastNight) {
    std::vector<size_t> chosen;
    const bool areAll = functions.size() <= kMostRows;
    for (size_t i = 0; i < functions.size(); ++i) {
      const FunctionRow &row = functions[i];
      if (areAll || row.findings != 0 || row.counts.open != 0 ||
          row.status == "failed" || row.since == lastNight || !row.isNow)
        chosen.push_back(i);
    }
    if (chosen.size() <= kMostRows)
      return chosen;
    const auto rank = [&](size_t i) {
      const FunctionRow &row = functions[i];
      return std::tuple(row.since != lastNight, row.findings == 0,
                        row.status != "failed", ~row.counts.open, i);
    };
    std::ranges::sort(chosen, {}, rank);
    chosen.resize(kMostRows);
    return chosen;
  }

  void writeLibraryPage(const StoredLibrary &library, const std::string &base,
                        const std::vector<FunctionRow> &functions,
                        const std::vector<FileRow> &files,
                        const std::string &namesFile) {
    const std::string path = pagePath(base, 0);
    const std::string root = rootFrom(path);
    std::string body;
    if (!library.totals.empty()) {
      const StoredTotals &last = library.totals.back();
      body += fmt::format(
          "<p class=\"soft\">version {}, as of {}: {}, {}, {:.1f} s</p>\n",
          escaped(last.version),
          linkTo(root + nightPage(last.night), labels[last.night]),
          plural(last.functions, "function"), plural(last.findings, "finding"),
          last.seconds);
      body += countsHtml(last.counts, siteWords());
    }
    const Sums sums = sumsOf(library);
    body += trends(sums, marksOf(library));
    const std::vector<size_t> rows = shown(
        functions, library.totals.empty() ? 0 : library.totals.back().night);
    body += "<h2 id=\"functions\">Functions</h2>\n";
    if (rows.size() != functions.size())
      body += fmt::format(
          "<p>{} of {}: those with something open, found, failed, or new since "
          "the night before. All of them are on the pages of their files.</p>\n"
          "<div id=\"names\" data-file=\"{}\"></div>\n",
          grouped(rows.size()), plural(functions.size(), "function"),
          root + namesFile);
    std::string cells;
    for (const size_t i : rows) {
      const FunctionRow &row = functions[i];
      const FileRow &file = files[row.file];
      cells += functionCells(
          row,
          fmt::format("<td>{}</td>",
                      linkTo(root + pagePath(file.base, 0), file.name)),
          root);
    }
    body += table("functions", functionHeads(true), cells);
    body +=
        fmt::format("<p>{}</p>\n", linkTo(root + pagePath(base + "/~files", 0),
                                          plural(files.size(), "file")));
    body += nightsTable(sums, "version", root);
    write(path, library.name, {}, body);
    writePages(
        base + "/~files", library.name + ": files", {{path, library.name}}, "",
        "functions", heads({"file", "#functions"}, {"#findings"}), files.size(),
        [&](size_t i, const std::string &to) {
          const FileRow &file = files[i];
          return fmt::format("<tr><td>{}</td>{}{}{}</tr>\n",
                             linkTo(to + pagePath(file.base, 0), file.name),
                             numberCell(grouped(file.functions.size())),
                             countCells(file.counts),
                             numberCell(grouped(file.findings)));
        });
  }

  std::vector<TrendMark> marksOf(const StoredLibrary &library) const {
    std::vector<TrendMark> marks = upgrades();
    for (size_t i = 1; i < library.totals.size(); ++i) {
      const StoredTotals &a = library.totals[i - 1], &b = library.totals[i];
      if (a.version != b.version)
        marks.push_back(
            {b.night, fmt::format("{}: version {} in place of {}",
                                  labels[b.night], b.version, a.version)});
    }
    return marks;
  }

  // --- a function ---

  void writeFunction(const StoredLibrary &library, const FileRow &file,
                     const StoredFunction &function,
                     const std::vector<Difference> &differences,
                     size_t lastNight, const std::string &path) {
    const StoredResult &now = function.results.back();
    std::string body;
    const bool isNow = now.last >= lastNight;
    body += fmt::format(
        "<p>{} since {}{}{}{}</p>\n", escaped(now.status),
        escaped(labels[now.first]),
        isNow ? ""
              : fmt::format(", not run since {}", escaped(labels[now.last])),
        now.reason.empty() ? "" : ": ", escaped(now.reason));
    if (function.results.size() > 1)
      body += historyHtml(function, differences, isNow, rootFrom(path));
    body += "<h2 id=\"report\">Report</h2>\n" +
            (now.hasSuite ? suiteHtml(now) : resultHtml(now));
    write(path, function.name,
          {{pagePath("lib/" + slug(library.name), 0), library.name},
           {pagePath(file.base, 0), file.name}},
          body);
  }

  // The last first.
  std::string historyHtml(const StoredFunction &function,
                          const std::vector<Difference> &differences,
                          bool isNow, const std::string &root) const {
    std::string rows;
    for (size_t i = function.results.size(); i-- > 0;) {
      const StoredResult &result = function.results[i];
      const bool goesOn = isNow && i + 1 == function.results.size();
      rows += fmt::format(
          "<tr><td>{}{}</td><td>{}</td>{}{}{}{}</tr>\n",
          linkTo(root + nightPage(result.first), labels[result.first]),
          goesOn ? " and later"
          : result.first == result.last
              ? ""
              : fmt::format(" to {}", escaped(labels[result.last])),
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

  std::string suiteHtml(const StoredResult &result) {
    std::ostringstream out;
    try {
      const Report report =
          parseReport(inflated(store.suiteOf(result)), "the suite");
      if (const auto *one = std::get_if<FunctionReport>(&report)) {
        writeHtmlSection(*one, out);
        return out.str();
      }
    } catch (const Error &) {
      // What the store has besides is shown.
    }
    return "<p>Note: the suite in the store cannot be read.</p>\n" +
           resultHtml(result);
  }

  // Without a suite.
  std::string resultHtml(const StoredResult &result) {
    std::string body = countsHtml(result.counts, siteWords());
    const std::vector<StoredFinding> findings = store.findingsOf(result);
    if (!findings.empty())
      body += "<h2 id=\"findings\">Findings</h2>\n<ol>\n";
    for (const StoredFinding &finding : findings)
      body += fmt::format(
          "<li><span class=\"open\">{}</span>: {}<pre>{}</pre></li>\n",
          escaped(finding.kind), escaped(finding.text),
          escaped(finding.command));
    if (!findings.empty())
      body += "</ol>\n";
    std::string rows;
    for (const NightlyBranch &branch : store.branchesOf(result))
      if (const int verdict = verdictNamed(branch.verdict);
          verdict != static_cast<int>(Verdict::Covered))
        rows += fmt::format("<tr><td><code>{}</code></td><td>{}</td></tr>\n",
                            escaped(onOneLine(branch.label())),
                            verdictHtml(verdict));
    if (!rows.empty())
      body += "<h2 id=\"rest\">Not covered</h2>\n" +
              table("branches", {"branch", "verdict"}, rows);
    return body;
  }

  // --- nights ---

  void writeNights() {
    for (size_t night = 0; night < labels.size(); ++night) {
      std::vector<StoredChange> changes = store.changesOf(night);
      std::ranges::stable_sort(changes, {}, [](const StoredChange &change) {
        return std::pair(!change.accepted.empty(), rankOf(change.kind));
      });
      if (night + 1 == labels.size())
        lastChanges = changeCounts(changes);
      writePages("night/" + slug(labels[night]), "Night " + labels[night],
                 neighbours(night), nightHtml(night, changes),
                 "functions changes", {"function", "file", "change"},
                 changes.size(), [&](size_t i, const std::string &root) {
                   return changeRow(changes[i], root);
                 });
    }
  }

  std::vector<std::pair<std::string, std::string>>
  neighbours(size_t night) const {
    std::vector<std::pair<std::string, std::string>> links;
    if (night > 0) {
      links.emplace_back(nightPage(night - 1), labels[night - 1]);
      links.emplace_back(compareAddress(night - 1, night), "Compare");
    }
    if (night + 1 < labels.size())
      links.emplace_back(nightPage(night + 1), labels[night + 1]);
    return links;
  }

  static std::string changeCounts(const std::vector<StoredChange> &changes) {
    std::map<size_t, size_t> counts;
    size_t accepted = 0;
    for (const StoredChange &change : changes)
      if (change.accepted.empty())
        ++counts[rankOf(change.kind)];
      else
        ++accepted;
    std::vector<std::string> parts;
    for (const auto &[rank, count] : counts)
      parts.push_back(rank == kChangeKinds.size()
                          ? fmt::format("{} others", grouped(count))
                          : fmt::format("<span class=\"{}\">{} {}</span>",
                                        kChangeKinds.at(rank).className,
                                        kChangeKinds.at(rank).heading,
                                        grouped(count)));
    if (accepted != 0)
      parts.push_back(fmt::format("{} accepted", grouped(accepted)));
    return parts.empty() ? "nothing has changed"
                         : fmt::format("{}", fmt::join(parts, ", "));
  }

  std::string nightHtml(size_t night,
                        const std::vector<StoredChange> &changes) const {
    const StoredNight &run = store.nights()[night];
    std::string body = fmt::format(
        "<p class=\"soft\">{}; {}; seed {}; started {}, {}</p>\n",
        escaped(run.tool), escaped(run.compiler), run.seed,
        escaped(run.started),
        run.finished.empty() ? "and cut" : "finished " + escaped(run.finished));
    if (night > 0)
      if (const std::string text = upgrade(night - 1, night); !text.empty())
        body += fmt::format("<p>Note: {}.</p>\n", escaped(text));
    std::string rows;
    for (const StoredLibrary &library : store.libraries())
      for (const StoredTotals &sum : library.totals)
        if (sum.night == night)
          rows += libraryRow(library, sum, "../");
    body += table("libraries", totalsHeads("library", "version"), rows);
    return body + fmt::format("<h2 id=\"changes\">Changes</h2>\n<p>{}</p>\n",
                              changeCounts(changes));
  }

  static std::string changeRow(const StoredChange &change,
                               const std::string &root) {
    const size_t rank = rankOf(change.kind);
    const std::string base =
        "lib/" + slug(change.library) + '/' + slug(change.file);
    // A function that is gone has no page, unless the store knows its past.
    return fmt::format(
        "<tr><td>{}</td><td>{}: {}</td><td><span class=\"{}\">{}</span> {}{}"
        "<br><code>{}</code></td></tr>\n",
        linkTo(root + base + '/' + slug(change.function) + ".html",
               change.function),
        escaped(change.library), escaped(change.file),
        rank == kChangeKinds.size() ? "soft" : kChangeKinds.at(rank).className,
        escaped(change.kind), escaped(onOneLine(change.text)),
        change.accepted.empty()
            ? ""
            : fmt::format("<br>accepted: {}", escaped(change.accepted)),
        escaped(change.command));
  }

  static std::string libraryRow(const StoredLibrary &library,
                                const StoredTotals &sum,
                                const std::string &root) {
    return totalsRow(
        linkTo(root + pagePath("lib/" + slug(library.name), 0), library.name),
        sum);
  }

  // --- the rest ---

  void writeCompare() {
    writeData("data/nights.js", {{"nights", labels},
                                 {"verdicts", siteWords().verdicts},
                                 {"kept", SiteEvents::kKeptNights},
                                 {"libraries", std::move(compared)}});
    write("compare.html", "Two nights", {},
          fmt::format("<div id=\"compare\"><p>This page needs scripts. Without "
                      "them, the page of each night has what changed from the "
                      "one before: {}.</p></div>\n",
                      linkTo("index.html#nights", "nights")),
          "<script src=\"data/nights.js\"></script>\n");
  }

  // Of all libraries. One that did not run that night is as it was before, so
  // that the sums stay comparable.
  Sums overall() const {
    Sums sums(labels.size());
    for (const StoredLibrary &library : store.libraries()) {
      const StoredTotals *last = nullptr;
      size_t next = 0;
      for (size_t night = 0; night < labels.size(); ++night) {
        const bool ran =
            next < library.totals.size() && library.totals[next].night == night;
        if (ran)
          last = &library.totals[next++];
        if (last == nullptr)
          continue;
        StoredTotals &sum = sums[night] ? *sums[night] : sums[night].emplace();
        sum.version = store.nights()[night].tool;
        sum.functions += last->functions;
        sum.findings += last->findings;
        sum.counts += last->counts;
        if (ran) {
          sum.searched += last->searched;
          sum.seconds += last->seconds;
        }
      }
    }
    return sums;
  }

  void writeIndex() {
    std::string body, rows;
    if (labels.empty()) {
      write("index.html", "Nightly coverage", {}, "<p>no nights</p>\n");
      return;
    }
    const size_t night = labels.size() - 1;
    body += fmt::format("<p>Last night, {}: {}</p>\n",
                        linkTo(nightPage(night), labels[night]), lastChanges);
    for (const StoredLibrary &library : store.libraries())
      if (!library.totals.empty())
        rows += libraryRow(library, library.totals.back(), "");
    body += "<h2 id=\"libraries\">Libraries</h2>\n" +
            table("functions", totalsHeads("library", "version"), rows);
    const Sums sums = overall();
    if (night > 0)
      body +=
          fmt::format("<p>{}</p>\n", linkTo(compareAddress(night - 1, night),
                                            "Compare any two nights"));
    body += "<h2 id=\"trends\">Trends</h2>\n" + trends(sums, upgrades()) +
            "<p class=\"soft\">A library that did not run on a night counts as "
            "before. Broken lines: another coverme or compiler.</p>\n";
    body += nightsTable(sums, "tool", "");
    write("index.html", "Nightly coverage", {}, body);
  }

  StoreReader store;
  SiteFolder folder;
  std::vector<std::string> labels; // of the nights
  std::string lastChanges;         // of the last night, in words
  Json compared = Json::array();   // libraries, for the comparison
  size_t functionCount = 0;
};

} // namespace

SiteFigures writeSite(const std::filesystem::path &store,
                      const std::filesystem::path &folder) {
  return SiteMaker(store, folder).make();
}

} // namespace coverme
