// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteMarkup.h"

#include "coverme/abi.h"
#include "report/HtmlParts.h"
#include "report/Markup.h"
#include "report/TextReport.h"
#include "support/Grouped.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace coverme {
namespace {

std::string percentOrNone(const Ratio &ratio) {
  return ratio.total == 0 ? "-" : percent(ratio);
}

const std::array<const char *, 6> kCountHeads = {
    "#branches", "#covered", "#proved", "#deemed", "#open", "#decided"};

} // namespace

const GoalWords &siteWords() { return goalKinds()[0].words; }

std::string slug(std::string_view text) {
  constexpr size_t kLongest = 80;
  std::string out;
  for (const char each : text) {
    const bool isPlain = (each >= 'a' && each <= 'z') ||
                         (each >= 'A' && each <= 'Z') ||
                         (each >= '0' && each <= '9') || each == '_' ||
                         each == '.' || each == '-';
    out += isPlain ? each : '-';
  }
  if (out == text && out.size() <= kLongest && !out.empty() && out[0] != '.')
    return out;
  if (!out.empty() && out[0] == '.')
    out[0] = '-';
  return fmt::format("{}-{:016x}", out.substr(0, kLongest),
                     coverme_checksum(text.data(), text.size()));
}

std::string rootFrom(const std::string &page) {
  std::string root;
  for (const char each : page)
    if (each == '/')
      root += "../";
  return root;
}

std::string pagePath(const std::string &base, size_t number) {
  return number == 0 ? base + ".html"
                     : fmt::format("{}/~{}.html", base, number + 1);
}

std::string linkTo(const std::string &address, const std::string &text) {
  return fmt::format(R"(<a href="{}">{}</a>)", address, escaped(text));
}

std::string countCells(const VerdictCounts &counts) {
  std::string cells;
  for (const size_t number : {counts.total(), counts.covered, counts.proved,
                              counts.deemed, counts.open})
    cells += numberCell(grouped(number));
  return cells + numberCell(percentOrNone(counts.decided()));
}

std::vector<std::string> heads(std::vector<std::string> first,
                               const std::vector<std::string> &last) {
  first.insert(first.end(), kCountHeads.begin(), kCountHeads.end());
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

std::string table(const std::string &className,
                  const std::vector<std::string> &columns,
                  const std::string &rows) {
  return fmt::format("<div class=\"scroll\">\n<table class=\"list {}\">\n"
                     "{}{}</tbody>\n</table>\n</div>\n",
                     className, tableHead(columns), rows);
}

std::string onOneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

} // namespace coverme
