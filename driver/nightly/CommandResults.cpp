// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/CommandResults.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace coverme {

std::string firstLine(const std::string &text) {
  return text.substr(0, text.find('\n'));
}

std::string complaintOf(const ProcessResult &result) {
  const std::string &text =
      result.errors.empty() ? result.output : result.errors;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.find("rror") != std::string::npos)
      return line;
    at = end + 1;
  }
  return text.empty() && result.signal == 0
             ? fmt::format("exit code {}", result.exitCode)
             : firstLine(text);
}

std::string failureOfCoverme(const ProcessResult &result) {
  if (result.signal != 0)
    return fmt::format("coverme was ended by signal {}", result.signal);
  constexpr std::string_view kMark = "coverme: error: ";
  const size_t at = result.errors.find(kMark);
  return at == std::string::npos
             ? fmt::format("coverme ended with exit code {}", result.exitCode)
             : firstLine(result.errors.substr(at + kMark.size()));
}

std::string versionOf(const std::string &program) {
  const ProcessResult result = runProcess({program, "--version"});
  return result.succeeded() ? firstLine(result.output) : program;
}

} // namespace coverme
