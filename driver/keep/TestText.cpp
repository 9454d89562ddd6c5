// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/TestText.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace coverme {

namespace {

constexpr size_t kColumns = 80;

} // namespace

std::string plainText(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
  while (!text.empty() && (text.back() == '\\' || text.back() == ' '))
    text.pop_back();
  return text;
}

std::string comment(const std::string &mark, const std::string &text,
                    const std::string &indent) {
  std::string lines, line = mark;
  size_t start = 0;
  const std::string words = plainText(text);
  while (start < words.size()) {
    const size_t end = std::min(words.find(' ', start), words.size());
    const std::string word = words.substr(start, end - start);
    if (line.size() > mark.size() + indent.size() + 1 &&
        line.size() + 1 + word.size() > kColumns) {
      lines += plainText(line) + "\n";
      line = mark + indent;
    }
    line += " " + word;
    start = end + 1;
  }
  return lines + plainText(line) + "\n";
}

std::string replaceAll(std::string text, const std::string &from,
                       const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string numbered(const std::string &text) {
  std::string result;
  size_t line = 2; // the marker of the file comes first
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = text.find('\n', start);
    ++line;
    result += replaceAll(text.substr(start, end + 1 - start), kHereMark,
                         fmt::format("{}", line));
    start = end + 1;
  }
  return result;
}

std::string identifier(std::string name) {
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0)
      c = '_';
  return name;
}

std::string wrapped(const std::string &code, const std::string &margin) {
  if (margin.size() + code.size() <= kColumns)
    return margin + code + "\n";
  const size_t open = code.find('(');
  std::string lines, line = margin + code.substr(0, open + 1);
  const size_t indent = line.size();
  size_t start = open + 1;
  while (start < code.size()) {
    size_t end = code.find(", ", start);
    end = end == std::string::npos ? code.size() : end + 1;
    const std::string word = code.substr(start, end - start);
    if (line.size() > indent && line.size() + 1 + word.size() > kColumns) {
      lines += line + "\n";
      line = std::string(indent, ' ');
    } else if (line.size() > indent) {
      line += ' ';
    }
    line += word;
    start = end + (end < code.size() ? 1 : 0);
  }
  return lines + line + "\n";
}

std::string
textOf(const std::vector<std::pair<std::string, std::string>> &statements) {
  size_t width = 0, most = 0;
  bool areAllSaid = true;
  for (const auto &[code, words] : statements) {
    width = std::max(width, code.size());
    most = std::max(most, plainText(words).size());
    areAllSaid &= !words.empty();
  }
  std::string text;
  for (const auto &[code, words] : statements)
    if (areAllSaid && width + most + 6 <= kColumns)
      text += fmt::format("  {:{}} // {}\n", code, width, plainText(words));
    else
      text += (words.empty() ? "" : comment("  //", words)) + wrapped(code);
  return text;
}

} // namespace coverme
