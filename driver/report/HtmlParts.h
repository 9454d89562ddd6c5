// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts that several pages of HTML have in common.
#ifndef COVERME_DRIVER_REPORT_HTMLPARTS_H
#define COVERME_DRIVER_REPORT_HTMLPARTS_H

#include "core/Figures.h"
#include "goals/GoalKind.h"

#include <array>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// By Verdict: the classes of the style, and what tells them without colours.
inline constexpr std::array<const char *, 4> kVerdictClasses = {
    "covered", "proved", "deemed", "open"};
inline constexpr std::array<const char *, 4> kVerdictSigns = {"✓", "∅", "~",
                                                              "✗"};

// A bar with the share of each verdict, and their numbers.
std::string countsHtml(const VerdictCounts &counts, const GoalWords &words);

// The head of a table, "<thead>...<tbody>"; escapes the names. A column whose
// name begins with "#" has numbers.
std::string tableHead(const std::vector<std::string> &columns);

// A cell of such a column.
std::string numberCell(std::string_view text);

// A table that grows row by row. Browsers lay out a long one as a whole, so
// that thousands of rows are several tables, each laid out when it is seen.
class HtmlTable {
public:
  // `head` is what it begins with, up to its rows, of which there are `count`.
  HtmlTable(std::ostream &out, const char *className, std::string head,
            size_t count);

  void startRow();
  void end();

private:
  void begin();

  std::ostream &out;
  const char *className;
  const std::string head;
  const bool isLong;
  size_t rows = 0;
};

} // namespace coverme

#endif
