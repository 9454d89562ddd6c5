// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteTotals.h"

#include "nightly/SiteMarkup.h"
#include "report/HtmlParts.h"
#include "report/Markup.h"
#include "support/Grouped.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <tuple>

namespace coverme {

namespace {

// Its first cell is a link to the night or the library that the sum is about.
std::string totalsRow(const std::string &link, const StoredTotals &sum) {
  return fmt::format("<tr><td>{}</td><td>{}</td>{}{}{}{}{}</tr>\n", link,
                     escaped(sum.version), numberCell(grouped(sum.functions)),
                     numberCell(grouped(sum.searched)), countCells(sum.counts),
                     numberCell(grouped(sum.findings)),
                     numberCell(fmt::format("{:.1f}", sum.seconds)));
}

} // namespace

Sums sumsOf(const SitePages &site, const StoredLibrary &library) {
  Sums sums(site.labels.size());
  for (const StoredTotals &totals : library.totals)
    sums[totals.night] = totals;
  return sums;
}

Sums overall(const SitePages &site) {
  Sums sums(site.labels.size());
  for (const StoredLibrary &library : site.store.libraries()) {
    const StoredTotals *last = nullptr;
    size_t next = 0;
    for (size_t night = 0; night < site.labels.size(); ++night) {
      const bool ran =
          next < library.totals.size() && library.totals[next].night == night;
      if (ran)
        last = &library.totals[next++];
      if (last == nullptr)
        continue;
      StoredTotals &sum = sums[night] ? *sums[night] : sums[night].emplace();
      sum.version = site.store.nights()[night].tool;
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

std::string trends(const SitePages &site, const Sums &sums,
                   const std::vector<TrendMark> &marks) {
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
    plots += trendPlot(trend, site.labels, marks);
  }
  return plots.empty() ? "" : "<div class=\"plots\">\n" + plots + "</div>\n";
}

std::string upgrade(const SitePages &site, size_t before, size_t night) {
  const StoredNight &a = site.store.nights()[before],
                    &b = site.store.nights()[night];
  std::string text;
  if (a.tool != b.tool)
    text += fmt::format("{} in place of {}", b.tool, a.tool);
  if (a.compiler != b.compiler)
    text += fmt::format("{}{} in place of {}", text.empty() ? "" : ", ",
                        b.compiler, a.compiler);
  return text;
}

std::vector<TrendMark> upgrades(const SitePages &site) {
  std::vector<TrendMark> marks;
  for (size_t night = 1; night < site.labels.size(); ++night)
    if (const std::string text = upgrade(site, night - 1, night); !text.empty())
      marks.push_back({night, fmt::format("{}: {}", site.labels[night], text)});
  return marks;
}

std::vector<std::string> totalsHeads(const char *first, const char *version) {
  return heads({first, version, "#functions", "#searched"},
               {"#findings", "#seconds"});
}

std::string libraryRow(const StoredLibrary &library, const StoredTotals &sum,
                       const std::string &root) {
  return totalsRow(
      linkTo(root + pagePath("lib/" + slug(library.name), 0), library.name),
      sum);
}

std::string nightsTable(const SitePages &site, const Sums &sums,
                        const char *version, const std::string &root) {
  std::string rows;
  for (size_t night = sums.size(); night-- > 0;)
    if (const std::optional<StoredTotals> &sum = sums[night])
      rows += totalsRow(
          linkTo(root + site.nightPage(night), site.labels[night]), *sum);
  return "<h2 id=\"nights\">Nights</h2>\n" +
         table("nights", totalsHeads("night", version), rows);
}

} // namespace coverme
