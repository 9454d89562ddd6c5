// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/ContinuedLines.h"

#include "support/Trimmed.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace coverme {
namespace {

constexpr std::array<std::string_view, 5> kJoints = {"&&", "||", "?", ":", ","};

// The source with blanks in place of comments and of what stands in literals.
std::string codeOf(std::string_view source) {
  std::string code(source);
  size_t at = 0;
  const auto blankTo = [&](size_t end) {
    for (end = std::min(end, code.size()); at < end; ++at)
      if (code[at] != '\n')
        code[at] = ' ';
  };
  while (at < code.size()) {
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("//")) {
      blankTo(source.find('\n', at));
    } else if (rest.starts_with("/*")) {
      const size_t end = source.find("*/", at + 2);
      blankTo(end == std::string_view::npos ? code.size() : end + 2);
    } else if (rest.front() == '"' || rest.front() == '\'') {
      size_t end = at + 1;
      while (end < source.size() && source[end] != rest.front() &&
             source[end] != '\n')
        end += source[end] == '\\' ? 2 : 1;
      blankTo(end + 1);
    } else {
      ++at;
    }
  }
  return code;
}

bool startsSo(std::string_view line) {
  return std::any_of(
      kJoints.begin(), kJoints.end(),
      [&](std::string_view joint) { return line.starts_with(joint); });
}

bool endsSo(std::string_view line) {
  return std::any_of(
      kJoints.begin(), kJoints.end(),
      [&](std::string_view joint) { return line.ends_with(joint); });
}

// How many parentheses are open, as the first alternative of each conditional
// group has it: which one is compiled is not known here.
class Depth {
public:
  int now() const { return depth; }

  void readCode(std::string_view line) {
    for (const char each : line)
      if (each == '(')
        ++depth;
      else if (each == ')' && depth > 0)
        --depth;
      else if (each == '{' || each == '}')
        depth = 0;
  }

  void readDirective(std::string_view line) {
    const std::string_view name = trimmed(line.substr(1));
    if (name.starts_with("if")) {
      groups.push_back({depth, std::nullopt});
    } else if (groups.empty()) {
      return;
    } else if (name.starts_with("el")) {
      groups.back().afterFirst = groups.back().afterFirst.value_or(depth);
      depth = groups.back().before;
    } else if (name.starts_with("endif")) {
      depth = groups.back().afterFirst.value_or(depth);
      groups.pop_back();
    }
  }

private:
  struct Group {
    int before;
    std::optional<int> afterFirst;
  };
  int depth = 0;
  std::vector<Group> groups;
};

} // namespace

ContinuedLines::ContinuedLines(std::string_view source) {
  const std::string code = codeOf(source);
  continues.push_back(false); // there is no line 0
  std::string_view rest = code, before;
  for (Depth depth; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool isWithin = depth.now() > 0;
    if (line.starts_with('#')) {
      depth.readDirective(line);
      before = line;
      continues.push_back(isWithin);
    } else if (line.empty()) { // it ends nothing
      continues.push_back(isWithin);
    } else {
      continues.push_back(isWithin || (!before.starts_with('#') &&
                                       (startsSo(line) || endsSo(before))));
      before = line;
      depth.readCode(line);
    }
  }
}

} // namespace coverme
