// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asks of `coverme filter`, read from the command line.
#ifndef COVERME_TOOLS_FILTERCOMMAND_H
#define COVERME_TOOLS_FILTERCOMMAND_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct FilterCommand {
  std::filesystem::path trace;  // a tracefile of lcov's
  std::filesystem::path result; // a JSON report, or a folder of -o
};

// Reads the arguments behind `filter`. nullopt when help was asked for, and
// printed. Throws Error(BadInput).
std::optional<FilterCommand>
parseFilterCommand(const std::vector<std::string> &arguments);

} // namespace coverme

#endif
