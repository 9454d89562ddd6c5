// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C text as people write it: comments and calls of at most 80 columns.
#ifndef COVERME_DRIVER_KEEP_TESTTEXT_H
#define COVERME_DRIVER_KEEP_TESTTEXT_H

#include <string>
#include <utility>
#include <vector>

namespace coverme {

// Changes a text so that a C compiler takes it for a comment of one line,
// whatever it is.
std::string plainText(std::string text);

// The text as lines of comment, each of which begins with `mark`.
std::string comment(const std::string &mark, const std::string &text,
                    const std::string &indent = "");

std::string replaceAll(std::string text, const std::string &from,
                       const std::string &to);

// Stands for the number of the next line, which numbered() puts in its place.
constexpr const char *kHereMark = "@here@";
std::string numbered(const std::string &text);

// The name of a function as a part of an identifier in C.
std::string identifier(std::string name);

// A call over two lines, broken as clang-format does.
std::string wrapped(const std::string &code, const std::string &margin = "  ");

// Statements with a comment on each: behind them, aligned, if there is room for
// all of these, else above.
std::string
textOf(const std::vector<std::pair<std::string, std::string>> &statements);

} // namespace coverme

#endif
