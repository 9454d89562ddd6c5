// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/ContinuedLines.h"

#include "support/Trimmed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>

namespace coverme {
namespace {

constexpr std::array<std::string_view, 5> kJoints = {"&&", "||", "?", ":", ","};
constexpr std::array<std::string_view, 2> kWords = {"and", "or"}; // of C++

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

bool isOfWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool startsSo(std::string_view line) {
  const auto starts = [&](std::string_view joint) {
    return line.starts_with(joint);
  };
  return std::ranges::any_of(kJoints, starts) ||
         std::ranges::any_of(kWords, [&](std::string_view word) {
           return starts(word) &&
                  (line.size() == word.size() || !isOfWord(line[word.size()]));
         });
}

bool endsSo(std::string_view line) {
  const auto ends = [&](std::string_view joint) {
    return line.ends_with(joint);
  };
  return std::ranges::any_of(kJoints, ends) ||
         std::ranges::any_of(kWords, [&](std::string_view word) {
           return ends(word) &&
                  (line.size() == word.size() ||
                   !isOfWord(line[line.size() - word.size() - 1]));
         });
}

// The number that `#line N` or `# N` gives the next line.
std::optional<unsigned> numberGiven(std::string_view directive) {
  std::string_view rest = trimmed(directive.substr(1));
  if (rest.starts_with("line"))
    rest = trimmed(rest.substr(4));
  unsigned number = 0;
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

// The name behind it, as written, and without its folder.
std::string_view fileGiven(std::string_view directive) {
  const size_t begin = directive.find('"'), end = directive.rfind('"');
  if (begin == end)
    return {};
  const std::string_view path = directive.substr(begin + 1, end - begin - 1);
  return path.substr(path.rfind('/') + 1);
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

ContinuedLines::ContinuedLines(std::string_view source, std::string_view name) {
  constexpr unsigned kMostLines = 1 << 22;
  const std::string code = codeOf(source);
  std::string_view rest = code, before;
  unsigned number = 1; // of the line
  bool isHere = true;  // or else a #line is of another file
  const auto note = [&](bool isContinued) {
    if (isHere && number != 0 && number < kMostLines) {
      continues.resize(std::max<size_t>(continues.size(), number + 1));
      continues[number] = isContinued;
    }
    ++number;
  };
  for (Depth depth; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    const auto at = static_cast<size_t>(rest.data() - code.data());
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool isWithin = depth.now() > 0;
    if (line.starts_with('#')) {
      depth.readDirective(line);
      before = line;
      note(isWithin);
      if (const std::optional<unsigned> given = numberGiven(line)) {
        number = *given;
        const std::string_view file = fileGiven(source.substr(at, end));
        isHere = file.empty() ? isHere : file == name;
      }
    } else if (line.empty()) { // it ends nothing
      note(isWithin);
    } else {
      note(isWithin ||
           (!before.starts_with('#') && (startsSo(line) || endsSo(before))));
      before = line;
      depth.readCode(line);
    }
  }
}

} // namespace coverme
