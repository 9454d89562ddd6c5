// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SitePages.h"

#include "Config.h"
#include "nightly/SiteMarkup.h"
#include "report/HtmlPage.h"
#include "report/HtmlParts.h"
#include "report/JsonReport.h"
#include "report/Markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace coverme {

namespace {

std::string addressOf(const std::string &text) {
  std::string out;
  for (const char each : text)
    out += std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '-'
               ? std::string(1, each)
               : fmt::format("%{:02X}", static_cast<unsigned char>(each));
  return out;
}

} // namespace

SitePages::SitePages(const std::filesystem::path &storeFile,
                     const std::filesystem::path &outFolder)
    : store(storeFile), folder(outFolder) {
  for (const StoredNight &night : store.nights())
    labels.push_back(night.label);
}

void SitePages::write(const std::string &path, const std::string &title,
                      const Crumbs &crumbs, const std::string &body,
                      const std::string &scripts) {
  const std::string root = rootFrom(path);
  std::string nav;
  if (path != "index.html") {
    std::string links = linkTo(root + "index.html", "All libraries");
    for (const auto &[address, text] : crumbs)
      links += linkTo(root + address, text);
    nav = fmt::format("<nav class=\"crumbs\" aria-label=\"Places\">{}</nav>\n",
                      links);
  }
  folder.write(path, pageBegin(title, root) + nav + body + scripts +
                         pageEnd(fmt::format("coverme {}", kVersion), root));
}

void SitePages::writePages(
    const std::string &base, const std::string &title, const Crumbs &crumbs,
    const std::string &body, const std::string &className,
    const std::vector<std::string> &columns, size_t count,
    const std::function<std::string(size_t, const std::string &)> &rowAt) {
  const size_t pages = std::max<size_t>((count + kMostRows - 1) / kMostRows, 1);
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
    write(path, title, crumbs,
          (page == 0 ? body : "") + nav +
              (count == 0 ? "<p>none</p>\n" : table(className, columns, rows)));
  }
}

void SitePages::writeData(const std::string &path,
                          const nlohmann::ordered_json &json) {
  folder.write(
      path,
      fmt::format("(globalThis.coverme = globalThis.coverme || []).push({});\n",
                  jsonText(json)));
}

std::string SitePages::nightPage(size_t night) const {
  return pagePath("night/" + slug(labels[night]), 0);
}

std::string SitePages::compareAddress(size_t from, size_t to) const {
  // The slug of a label need not be the label.
  return fmt::format("compare.html#{}..{}", addressOf(labels[from]),
                     addressOf(labels[to]));
}

} // namespace coverme
