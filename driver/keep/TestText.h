// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C text as people write it: comments and calls of at most 80 columns.
#ifndef COVERME_DRIVER_KEEP_TESTTEXT_H
#define COVERME_DRIVER_KEEP_TESTTEXT_H

#include <string>
#include <utility>
#include <vector>

namespace coverme {

// What a C compiler takes for a comment of one line, whatever the text.
std::string plainText(std::string text);

// The words as comments.
std::string comment(const std::string &mark, const std::string &text,
                    const std::string &indent = "");

std::string replaceAll(std::string text, const std::string &from,
                       const std::string &to);

// Stands for the number of the line behind it, which numbered() puts there.
constexpr const char *kHereMark = "@here@";
std::string numbered(const std::string &text);

// The name of a function as a part of one in C.
std::string identifier(std::string name);

// A call over two lines, broken as clang-format does.
std::string wrapped(const std::string &code, const std::string &margin = "  ");

// Statements and what is said of each: behind them, below each other, if there
// is room for all of it, else above.
std::string
textOf(const std::vector<std::pair<std::string, std::string>> &statements);

} // namespace coverme

#endif
