// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The addresses of the dashboard's pages, and what its tables are made of.
#ifndef COVERME_DRIVER_NIGHTLY_SITEMARKUP_H
#define COVERME_DRIVER_NIGHTLY_SITEMARKUP_H

#include "core/Figures.h"
#include "goals/GoalKind.h"

#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// What verdicts are called: nights are of coverage.
const GoalWords &siteWords();

// The text as a part of a path and of an address. One that had to be changed
// for this ends with a hash, so that it stays different from others.
std::string slug(std::string_view text);

// The way from a page to the site's folder: "../".
std::string rootFrom(const std::string &page);

// The path of the n-th page of a list that may be too long for one.
std::string pagePath(const std::string &base, size_t number);

std::string linkTo(const std::string &address, const std::string &text);

// The cells for branches, verdicts and decided, in tables whose heads have
// these between the first and the last.
std::string countCells(const VerdictCounts &counts);
std::vector<std::string> heads(std::vector<std::string> first,
                               const std::vector<std::string> &last);

// Rows of a table of the class "functions" or another.
std::string table(const std::string &className,
                  const std::vector<std::string> &columns,
                  const std::string &rows);

// The text on one line: names of branches have several.
std::string onOneLine(std::string text);

} // namespace coverme

#endif
