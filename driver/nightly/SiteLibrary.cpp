// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteLibrary.h"

#include "nightly/SiteEvents.h"
#include "nightly/SiteFunction.h"
#include "nightly/SiteMarkup.h"
#include "nightly/SiteTotals.h"
#include "report/HtmlParts.h"
#include "report/Markup.h"
#include "report/TextReport.h"
#include "support/Grouped.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace coverme {

namespace {

using Json = nlohmann::ordered_json;

// A function in the tables.
struct ListedFunction {
  std::string name, page, status;
  size_t file = 0; // index
  unsigned line = 0;
  VerdictCounts counts;
  size_t findings = 0, since = 0;
  uint64_t evaluations = 0;
  double seconds = 0;
  bool isNow = false; // of the library's last night
};

struct ListedFile {
  std::string name, base; // of its pages
  std::vector<size_t> functions;
  VerdictCounts counts;
  size_t findings = 0;
};

Json totalsJson(const StoredLibrary &library) {
  Json totals = Json::array();
  for (const StoredTotals &sum : library.totals)
    totals.push_back({sum.night, sum.functions, sum.counts.total(),
                      sum.counts.covered, sum.counts.proved, sum.counts.deemed,
                      sum.counts.open, sum.findings, sum.seconds});
  return totals;
}

std::vector<std::string> functionHeads(bool hasFile) {
  std::vector<std::string> first = {"function"};
  if (hasFile)
    first.emplace_back("file");
  first.insert(first.end(), {"#line", "status", "since"});
  return heads(std::move(first), {"#findings", "#evaluations", "#seconds"});
}

std::string functionCells(const SitePages &site, const ListedFunction &row,
                          const std::string &fileCell,
                          const std::string &root) {
  return fmt::format("<tr><td>{}</td>{}{}<td>{}</td><td>{}</td>{}{}{}{}</tr>\n",
                     linkTo(root + row.page, row.name), fileCell,
                     numberCell(std::to_string(row.line)),
                     escaped(row.isNow ? row.status : "not run"),
                     escaped(site.labels[row.since]), countCells(row.counts),
                     numberCell(grouped(row.findings)),
                     numberCell(grouped(row.evaluations)),
                     numberCell(fmt::format("{:.1f}", row.seconds)));
}

void writeFile(SitePages &site, const StoredLibrary &library,
               const ListedFile &file,
               const std::vector<ListedFunction> &functions) {
  site.writePages(
      file.base, file.name,
      {{pagePath("lib/" + slug(library.name), 0), library.name}},
      countsHtml(file.counts, siteWords()), "functions", functionHeads(false),
      file.functions.size(), [&](size_t i, const std::string &root) {
        return functionCells(site, functions[file.functions[i]], "", root);
      });
}

// The functions that the page of a library has: all, or those that somebody
// may want to look at, what matters most first.
std::vector<size_t> shown(const std::vector<ListedFunction> &functions,
                          size_t lastNight) {
  std::vector<size_t> chosen;
  const bool areAll = functions.size() <= kMostRows;
  for (size_t i = 0; i < functions.size(); ++i) {
    const ListedFunction &row = functions[i];
    if (areAll || row.findings != 0 || row.counts.open != 0 ||
        row.status == "failed" || row.since == lastNight || !row.isNow)
      chosen.push_back(i);
  }
  if (chosen.size() <= kMostRows)
    return chosen;
  const auto rank = [&](size_t i) {
    const ListedFunction &row = functions[i];
    return std::tuple(row.since != lastNight, row.findings == 0,
                      row.status != "failed", ~row.counts.open, i);
  };
  std::ranges::sort(chosen, {}, rank);
  chosen.resize(kMostRows);
  return chosen;
}

std::vector<TrendMark> marksOf(const SitePages &site,
                               const StoredLibrary &library) {
  std::vector<TrendMark> marks = upgrades(site);
  for (size_t i = 1; i < library.totals.size(); ++i) {
    const StoredTotals &a = library.totals[i - 1], &b = library.totals[i];
    if (a.version != b.version)
      marks.push_back(
          {b.night, fmt::format("{}: version {} in place of {}",
                                site.labels[b.night], b.version, a.version)});
  }
  return marks;
}

void writeLibraryPage(SitePages &site, const StoredLibrary &library,
                      const std::string &base,
                      const std::vector<ListedFunction> &functions,
                      const std::vector<ListedFile> &files,
                      const std::string &namesFile) {
  const std::string path = pagePath(base, 0);
  const std::string root = rootFrom(path);
  std::string body;
  if (!library.totals.empty()) {
    const StoredTotals &last = library.totals.back();
    body += fmt::format(
        "<p class=\"soft\">version {}, as of {}: {}, {}, {:.1f} s</p>\n",
        escaped(last.version),
        linkTo(root + site.nightPage(last.night), site.labels[last.night]),
        plural(last.functions, "function"), plural(last.findings, "finding"),
        last.seconds);
    body += countsHtml(last.counts, siteWords());
  }
  const Sums sums = sumsOf(site, library);
  body += trends(site, sums, marksOf(site, library));
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
    const ListedFunction &row = functions[i];
    const ListedFile &file = files[row.file];
    cells += functionCells(
        site, row,
        fmt::format("<td>{}</td>",
                    linkTo(root + pagePath(file.base, 0), file.name)),
        root);
  }
  body += table("functions", functionHeads(true), cells);
  body +=
      fmt::format("<p>{}</p>\n", linkTo(root + pagePath(base + "/~files", 0),
                                        plural(files.size(), "file")));
  body += nightsTable(site, sums, "version", root);
  site.write(path, library.name, {}, body);
  site.writePages(
      base + "/~files", library.name + ": files", {{path, library.name}}, "",
      "functions", heads({"file", "#functions"}, {"#findings"}), files.size(),
      [&](size_t i, const std::string &to) {
        const ListedFile &file = files[i];
        return fmt::format("<tr><td>{}</td>{}{}{}</tr>\n",
                           linkTo(to + pagePath(file.base, 0), file.name),
                           numberCell(grouped(file.functions.size())),
                           countCells(file.counts),
                           numberCell(grouped(file.findings)));
      });
}

} // namespace

WrittenLibrary writeLibrary(SitePages &site, const StoredLibrary &library) {
  const std::string base = "lib/" + slug(library.name);
  const size_t lastNight =
      library.totals.empty() ? 0 : library.totals.back().night;
  std::vector<ListedFunction> functions;
  std::vector<ListedFile> files;
  SiteEvents events(library);
  Json names = Json::array();
  site.store.forEachFunction(library, [&](StoredFunction &function) {
    if (files.empty() || files.back().name != function.file) {
      files.push_back(
          {function.file, base + '/' + slug(function.file), {}, {}, 0});
      names.push_back({function.file, files.back().base + '/', Json::array()});
    }
    ListedFile &file = files.back();
    const std::string page = slug(function.name) + ".html";
    const std::string path = file.base + '/' + page;
    names.back()[2].push_back(page == function.name + ".html"
                                  ? Json(function.name)
                                  : Json({function.name, page}));
    const std::vector<Difference> differences = differencesOf(site, function);
    events.add(function, differences, file.base + '/', page);
    const StoredResult &now = function.results.back();
    site.write(path, function.name,
               {{pagePath("lib/" + slug(library.name), 0), library.name},
                {pagePath(file.base, 0), file.name}},
               functionHtml(site, function, differences, lastNight, path));
    ListedFunction row;
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
  for (const ListedFile &file : files)
    writeFile(site, library, file, functions);
  const std::string data = "data/" + slug(library.name) + '/';
  Json kept = Json::array();
  for (auto &[number, some] : events.byNumber) {
    kept.push_back(number);
    site.writeData(fmt::format("{}{}.js", data, number),
                   {{"events", slug(library.name)},
                    {"number", number},
                    {"files", std::move(some)}});
  }
  site.writeData(data + "names.js",
                 {{"names", slug(library.name)}, {"files", std::move(names)}});
  writeLibraryPage(site, library, base, functions, files, data + "names.js");
  return {functions.size(),
          {{"name", library.name},
           {"folder", slug(library.name)},
           {"kept", std::move(kept)},
           {"totals", totalsJson(library)}}};
}

} // namespace coverme
