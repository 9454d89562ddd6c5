// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/HtmlParts.h"

#include "report/Markup.h"
#include "report/TextReport.h"
#include "support/Grouped.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

namespace coverme {
namespace {

constexpr size_t kRowsAtOnce = 200;

} // namespace

std::string countsHtml(const VerdictCounts &counts, const GoalWords &words) {
  const std::array<size_t, 4> numbers = {counts.covered, counts.proved,
                                         counts.deemed, counts.open};
  std::string bar, key;
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 0)
      bar += fmt::format(R"(<span class="{}" style="width:{:.3f}%"></span>)",
                         kVerdictClasses[i],
                         100.0 * static_cast<double>(numbers[i]) /
                             static_cast<double>(counts.total()));
    key += fmt::format("<li class=\"{}\"><b>{}</b> {} {}</li>\n",
                       kVerdictClasses[i], grouped(numbers[i]),
                       kVerdictSigns[i], words.verdicts[i]);
  }
  return fmt::format("<p>{} of {}: {} decided; {}: {} of all, {} of feasible "
                     "ones</p>\n"
                     "<div class=\"bar\" aria-hidden=\"true\">{}</div>\n"
                     "<ul class=\"key\">\n{}</ul>\n",
                     grouped(counts.covered + counts.proved),
                     grouped(counts.total()) + ' ' +
                         (counts.total() == 1 ? words.target : words.targets),
                     percent(counts.decided()), words.verdicts[0],
                     percent(counts.ofAll()), percent(counts.ofFeasible()), bar,
                     key);
}

std::string tableHead(const std::vector<std::string> &columns) {
  std::string cells;
  for (const std::string &column : columns)
    cells += column.starts_with('#')
                 ? fmt::format(R"(<th scope="col" class="num">{}</th>)",
                               escaped(column.substr(1)))
                 : fmt::format("<th scope=\"col\">{}</th>", escaped(column));
  return fmt::format("<thead><tr>{}</tr></thead>\n<tbody>\n", cells);
}

std::string numberCell(std::string_view text) {
  return fmt::format("<td class=\"num\">{}</td>", text);
}

HtmlTable::HtmlTable(std::ostream &out, const char *className, std::string head,
                     size_t count)
    : out(out), className(className), head(std::move(head)),
      isLong(count > kRowsAtOnce) {
  begin();
}

void HtmlTable::startRow() {
  if (++rows % kRowsAtOnce != 0)
    return;
  end();
  begin();
}

void HtmlTable::end() { out << "</tbody>\n</table>\n</div>\n"; }

void HtmlTable::begin() {
  out << fmt::format("<div class=\"scroll{}\">\n<table class=\"{}\">\n{}",
                     isLong ? " long" : "", className, head);
}

} // namespace coverme
