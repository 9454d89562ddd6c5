// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments, one a line. What they ask for is not done.

#include "CommandLine.h"

#include "Fuzz.h"

#include <vector>

int coverme::fuzz::tryInput(std::string_view bytes) {
  std::vector<std::string> arguments;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    // As in argv, what follows a zero is not there.
    arguments.emplace_back(std::string(bytes.substr(0, end)).c_str());
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  CommandLine line;
  parseCommandLine(arguments, line);
  return 0;
}
