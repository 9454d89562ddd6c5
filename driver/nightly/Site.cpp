// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Site.h"

#include "nightly/SiteChanges.h"
#include "nightly/SiteEvents.h"
#include "nightly/SiteLibrary.h"
#include "nightly/SiteMarkup.h"
#include "nightly/SitePages.h"
#include "nightly/SiteScript.h"
#include "nightly/SiteTotals.h"
#include "nightly/StoreReader.h"
#include "report/HtmlPage.h"
#include "report/HtmlParts.h"
#include "report/Markup.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace coverme {
namespace {

class SiteMaker {
public:
  SiteMaker(const std::filesystem::path &store,
            const std::filesystem::path &folder)
      : site(store, folder) {}

  SiteFigures make() {
    site.folder.write(kStyleFile, pageStyle() + kSiteStyle);
    site.folder.write(kScriptFile, pageScript() + kSiteScript);
    for (const StoredLibrary &library : site.store.libraries()) {
      WrittenLibrary written = writeLibrary(site, library);
      functionCount += written.functions;
      compared.push_back(std::move(written.compared));
    }
    writeNights();
    writeCompare();
    writeIndex();
    site.folder.finish();
    return {functionCount, site.folder.files(), site.folder.changed()};
  }

private:
  void writeNights() {
    for (size_t night = 0; night < site.labels.size(); ++night) {
      std::vector<StoredChange> changes = site.store.changesOf(night);
      std::ranges::stable_sort(changes, {}, [](const StoredChange &change) {
        return std::pair(!change.accepted.empty(), rankOf(change.kind));
      });
      if (night + 1 == site.labels.size())
        lastChanges = changeCounts(changes);
      site.writePages("night/" + slug(site.labels[night]),
                      "Night " + site.labels[night], neighbours(night),
                      nightHtml(night, changes), "functions changes",
                      {"function", "file", "change"}, changes.size(),
                      [&](size_t i, const std::string &root) {
                        return changeRow(changes[i], root);
                      });
    }
  }

  Crumbs neighbours(size_t night) const {
    Crumbs links;
    if (night > 0) {
      links.emplace_back(site.nightPage(night - 1), site.labels[night - 1]);
      links.emplace_back(site.compareAddress(night - 1, night), "Compare");
    }
    if (night + 1 < site.labels.size())
      links.emplace_back(site.nightPage(night + 1), site.labels[night + 1]);
    return links;
  }

  std::string nightHtml(size_t night,
                        const std::vector<StoredChange> &changes) const {
    const StoredNight &run = site.store.nights()[night];
    std::string body = fmt::format(
        "<p class=\"soft\">{}; {}; seed {}; started {}, {}</p>\n",
        escaped(run.tool), escaped(run.compiler), run.seed,
        escaped(run.started),
        run.finished.empty() ? "and cut" : "finished " + escaped(run.finished));
    if (night > 0)
      if (const std::string text = upgrade(site, night - 1, night);
          !text.empty())
        body += fmt::format("<p>Note: {}.</p>\n", escaped(text));
    std::string rows;
    for (const StoredLibrary &library : site.store.libraries())
      for (const StoredTotals &sum : library.totals)
        if (sum.night == night)
          rows += libraryRow(library, sum, "../");
    body += table("libraries", totalsHeads("library", "version"), rows);
    return body + fmt::format("<h2 id=\"changes\">Changes</h2>\n<p>{}</p>\n",
                              changeCounts(changes));
  }

  void writeCompare() {
    site.writeData("data/nights.js", {{"nights", site.labels},
                                      {"verdicts", siteWords().verdicts},
                                      {"kept", SiteEvents::kKeptNights},
                                      {"libraries", std::move(compared)}});
    site.write(
        "compare.html", "Two nights", {},
        fmt::format("<div id=\"compare\"><p>This page needs scripts. Without "
                    "them, the page of each night has what changed from the "
                    "one before: {}.</p></div>\n",
                    linkTo("index.html#nights", "nights")),
        "<script src=\"data/nights.js\"></script>\n");
  }

  void writeIndex() {
    std::string body, rows;
    if (site.labels.empty()) {
      site.write("index.html", "Nightly coverage", {}, "<p>no nights</p>\n");
      return;
    }
    const size_t night = site.labels.size() - 1;
    body += fmt::format("<p>Last night, {}: {}</p>\n",
                        linkTo(site.nightPage(night), site.labels[night]),
                        lastChanges);
    for (const StoredLibrary &library : site.store.libraries())
      if (!library.totals.empty())
        rows += libraryRow(library, library.totals.back(), "");
    body += "<h2 id=\"libraries\">Libraries</h2>\n" +
            table("functions", totalsHeads("library", "version"), rows);
    const Sums sums = overall(site);
    if (night > 0)
      body += fmt::format("<p>{}</p>\n",
                          linkTo(site.compareAddress(night - 1, night),
                                 "Compare any two nights"));
    body += "<h2 id=\"trends\">Trends</h2>\n" +
            trends(site, sums, upgrades(site)) +
            "<p class=\"soft\">A library that did not run on a night counts as "
            "before. Broken lines: another coverme or compiler.</p>\n";
    body += nightsTable(site, sums, "tool", "");
    site.write("index.html", "Nightly coverage", {}, body);
  }

  SitePages site;
  std::string lastChanges; // of the last night, in words
  nlohmann::ordered_json compared = nlohmann::ordered_json::array();
  size_t functionCount = 0;
};

} // namespace

SiteFigures writeSite(const std::filesystem::path &store,
                      const std::filesystem::path &folder) {
  return SiteMaker(store, folder).make();
}

} // namespace coverme
