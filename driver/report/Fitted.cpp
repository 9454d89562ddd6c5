// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Fitted.h"

#include <algorithm>
#include <string_view>

namespace coverme {
namespace {

// Of numbers and runs, as --show has them.
constexpr std::string_view kGutter = "     |       |";

// Where the character behind `at` begins, and its width.
struct Step {
  size_t next;
  size_t width;
};
Step stepFrom(std::string_view line, size_t at) {
  if (line[at] == '\x1b') {
    const size_t end = line.find('m', at);
    return {end == std::string_view::npos ? line.size() : end + 1, 0};
  }
  size_t next = at + 1;
  while (next < line.size() && (line[next] & 0xc0) == 0x80)
    ++next;
  return {next, 1};
}

size_t widthOf(std::string_view line) {
  size_t width = 0;
  for (size_t at = 0; at < line.size();) {
    const Step step = stepFrom(line, at);
    width += step.width;
    at = step.next;
  }
  return width;
}

bool isOfSource(std::string_view line) {
  return line.size() >= kGutter.size() && line[5] == '|' &&
         (line[13] == '|' || line.find('|', 13) < 30); // behind an escape
}

bool isCommand(std::string_view line) {
  const size_t start = line.find_first_not_of(' ');
  return start != std::string_view::npos && start != 0 &&
         line.substr(start).starts_with("coverme ");
}

// Up to where the line goes, and where the next one begins.
struct Break {
  size_t end, next;
};
// The last space that is within the columns and behind `from`; or, of source,
// wherever it is full.
Break breakOf(std::string_view line, size_t from, size_t columns,
              bool isAnywhere) {
  Break last{line.size(), line.size()};
  size_t width = 0;
  bool isSpaceKnown = false;
  for (size_t at = 0; at < line.size();) {
    if (width <= columns && at > from && line[at] == ' ') {
      last = {at, std::min(line.find_first_not_of(' ', at), line.size())};
      isSpaceKnown = true;
    }
    const Step step = stepFrom(line, at);
    if (width + step.width > columns) {
      if (isSpaceKnown)
        break;
      if (isAnywhere)
        return {at, at};
      // A word that is too long by itself.
      last.end = std::min(line.find(' ', at), line.size());
      last.next = std::min(line.find_first_not_of(' ', last.end), line.size());
      break;
    }
    width += step.width;
    at = step.next;
  }
  return last;
}

void addFitted(std::string_view line, size_t columns, std::string &out) {
  const bool isSource = isOfSource(line);
  const size_t start = std::min(
      line.find_first_not_of(' ', isSource ? kGutter.size() : 0), line.size());
  std::string indent;
  if (isSource)
    indent = kGutter;
  indent.resize(
      isSource ? kGutter.size() + 4 : std::min(start + 4, columns / 4), ' ');
  std::string rest(line);
  size_t from = start;
  while (widthOf(rest) > columns) {
    const Break at = breakOf(rest, from, columns, isSource);
    if (at.next >= rest.size() || at.end <= indent.size())
      break;
    out.append(rest, 0, at.end);
    out += '\n';
    rest.erase(0, at.next);
    rest.insert(0, indent);
    from = indent.size();
  }
  out += rest;
}

} // namespace

std::string fitted(const std::string &text, size_t columns) {
  if (columns == 0)
    return text;
  std::string out;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line =
        std::string_view(text).substr(start, end - start);
    if (isCommand(line))
      out += line;
    else
      addFitted(line, columns, out);
    if (end < text.size())
      out += '\n';
    start = end + 1;
  }
  return out;
}

} // namespace coverme
