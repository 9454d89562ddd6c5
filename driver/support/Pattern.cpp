// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Pattern.h"

#include "support/Error.h"

#include <fnmatch.h>

namespace coverme {

// The parser calls itself for each nested group, so that much longer patterns
// could exhaust the stack.
constexpr size_t kMaxLength = 1000;

std::regex parsePattern(const std::string &option, const std::string &pattern) {
  if (pattern.size() > kMaxLength)
    fail(ExitCode::BadInput, "{}: a pattern of {} characters, more than {}",
         option, pattern.size(), kMaxLength);
  try {
    return std::regex(pattern);
  } catch (const std::regex_error &error) {
    fail(ExitCode::BadInput, "{} '{}' is not a regular expression: {}", option,
         pattern, error.what());
  }
}

bool matchesGlob(const std::string &pattern, const std::string &text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

} // namespace coverme
