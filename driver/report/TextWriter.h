// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the reports for a terminal have in common.
#ifndef COVERME_DRIVER_REPORT_TEXTWRITER_H
#define COVERME_DRIVER_REPORT_TEXTWRITER_H

#include "report/ReportWriter.h"

#include <fmt/color.h>

#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace coverme {

// A text that grows. Keeps the style by reference.
class TextWriter {
protected:
  explicit TextWriter(const TextStyle &style) : style(style) {}

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args &&...args) {
    fmt::format_to(std::back_inserter(out), format,
                   std::forward<Args>(args)...);
  }

  std::string bold(const std::string &words) const;
  std::string painted(const std::string &words,
                      fmt::terminal_color colour) const;

  // "3 of 4 branches covered, 1 proved infeasible, ...": the head in the colour
  // that says whether all is decided. `endings`: of the tests that do not
  // return and cover what no other does.
  std::string countsText(const VerdictCounts &counts, const GoalKind &goal,
                         const std::set<std::string> &endings) const;

  // Adds a line with the coverage of all branches and that of the feasible
  // ones, if the two differ.
  void feasible(const VerdictCounts &counts, const GoalKind &goal);

  const TextStyle &style;
  std::string out;

private:
  std::string inLook(const fmt::text_style &look,
                     const std::string &words) const;
};

} // namespace coverme

#endif
