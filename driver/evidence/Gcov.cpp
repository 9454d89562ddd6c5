// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Gcov.h"

#include "support/Trimmed.h"

#include <charconv>
#include <climits>
#include <optional>

namespace coverme {
namespace {

std::optional<uint64_t> leadingNumber(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc())
    return std::nullopt;
  return number;
}

// The word at the given place of a line split at spaces.
std::string_view word(std::string_view line, int place) {
  for (;;) {
    line = trimmed(line);
    const size_t end = std::min(line.find(' '), line.size());
    if (place-- == 0)
      return line.substr(0, end);
    line.remove_prefix(end);
  }
}

// "branch  0 taken 3 (fallthrough)" or "branch  0 never executed".
void countBranch(std::string_view line, Ratio &ratio) {
  ++ratio.total;
  if (word(line, 2) != "never" && leadingNumber(word(line, 3)).value_or(0) > 0)
    ++ratio.hit;
}

// "call    0 returned 0" is a call too, of what did not return.
void countCall(std::string_view line, Ratio &ratio) {
  ++ratio.total;
  ratio.hit += word(line, 2) != "never";
}

} // namespace

std::string_view annotationOf(std::string_view annotated,
                              const std::filesystem::path &source) {
  namespace fs = std::filesystem;
  // At the start of a line: the source itself may hold these words.
  constexpr std::string_view kMark = "\n        -:    0:Source:";
  const auto canonical = [](const fs::path &path) {
    std::error_code error; // then the name as it is
    const fs::path full = fs::absolute(path, error);
    const fs::path real = fs::weakly_canonical(full, error);
    return error ? full : real;
  };
  const fs::path wanted = canonical(source);
  const size_t first =
      annotated.starts_with(kMark.substr(1)) ? 0 : annotated.find(kMark);
  for (size_t mark = first; mark != std::string_view::npos;) {
    const size_t next = annotated.find(kMark, mark + 1);
    const size_t name = annotated.find("Source:", mark) + 7;
    const size_t nameEnd = annotated.find('\n', name);
    if (nameEnd == std::string_view::npos)
      break;
    const fs::path found(annotated.substr(name, nameEnd - name));
    if (canonical(found) == wanted)
      return annotated.substr(nameEnd + 1, next == std::string_view::npos
                                               ? next
                                               : next - nameEnd - 1);
    mark = next;
  }
  return {};
}

GcovCounts parseGcov(std::string_view annotated, std::string_view function) {
  GcovCounts counts;
  bool isInside = function.empty();
  GcovLine *current = nullptr;
  while (!annotated.empty()) {
    const size_t end = std::min(annotated.find('\n'), annotated.size());
    const std::string_view line = annotated.substr(0, end);
    annotated.remove_prefix(std::min(end + 1, annotated.size()));
    if (line.starts_with("function ")) {
      std::string_view name = word(line, 1);
      if (name.starts_with(kGccLabel))
        name.remove_prefix(1);
      isInside = function.empty() || name == function;
      continue;
    }
    if (!isInside)
      continue;
    if (line.starts_with("branch ")) {
      countBranch(line, counts.branches);
      if (current != nullptr)
        countBranch(line, current->branches);
      continue;
    }
    if (line.starts_with("call ")) {
      countCall(line, counts.calls);
      continue;
    }
    // "    count:   line:source", where count is "-" for lines without code
    // and "#####" or "=====" for lines never executed.
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      continue;
    const std::string_view count = trimmed(line.substr(0, colon));
    const auto number = leadingNumber(trimmed(line.substr(colon + 1)));
    if (!number || *number == 0 || *number > UINT_MAX || count.empty() ||
        count == "-")
      continue;
    // Where several functions share a line, their own copies follow its sum.
    const auto [entry, isFirst] =
        counts.byLine.try_emplace(static_cast<unsigned>(*number));
    current = &entry->second;
    if (!isFirst)
      continue;
    current->count = leadingNumber(count).value_or(0);
    ++counts.lines.total;
    counts.lines.hit += current->count > 0;
  }
  return counts;
}

} // namespace coverme
