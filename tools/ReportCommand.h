// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asks of `coverme report`, read from the command line.
#ifndef COVERME_TOOLS_REPORTCOMMAND_H
#define COVERME_TOOLS_REPORTCOMMAND_H

#include "Arguments.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct ReportCommand {
  std::filesystem::path path; // a JSON report, or a folder of -o
  ReportChoice report;
};

// Reads the arguments behind `report`. nullopt when help was asked for, and
// printed. Throws Error(BadInput).
std::optional<ReportCommand>
parseReportCommand(std::vector<std::string> arguments);

} // namespace coverme

#endif
