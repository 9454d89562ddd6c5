// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SourceLines.h"

#include "support/Trimmed.h"

#include <fstream>

namespace coverme {
namespace {

constexpr size_t kLongest = 200;

// Without space at its end. What indents it does not count.
std::string shortened(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
  const size_t indent = line.size() - trimmed(line).size();
  if (line.size() - indent <= kLongest)
    return std::string(line);
  size_t end = indent + kLongest;
  while (end > indent && (line[end] & 0xc0) == 0x80) // within a character
    --end;
  return std::string(line.substr(0, end)) + " ...";
}

} // namespace

const std::vector<std::string> &
SourceLines::of(const std::filesystem::path &file) {
  const auto [entry, isNew] = files.try_emplace(file);
  // A name that #line gives may be that of a device.
  std::error_code error;
  if (isNew && std::filesystem::is_regular_file(file, error)) {
    std::ifstream stream(file);
    for (std::string text; std::getline(stream, text);)
      entry->second.push_back(shortened(text));
  }
  return entry->second;
}

std::string SourceLines::trimmedLine(const std::filesystem::path &file,
                                     unsigned number) {
  const std::vector<std::string> &lines = of(file);
  return number == 0 || number > lines.size()
             ? ""
             : std::string(trimmed(lines[number - 1]));
}

} // namespace coverme
