// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asks of `coverme run`, read from the command line.
#ifndef COVERME_TOOLS_RUNCOMMAND_H
#define COVERME_TOOLS_RUNCOMMAND_H

#include "options/Options.h"

#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct RunCommand {
  CommandLine line; // with gcov exactly when --gcov-cc is given
  std::vector<std::string> inputs;
};

// Reads the arguments behind `run`. nullopt when help was asked for, and
// printed. Throws Error(BadInput).
std::optional<RunCommand> parseRunCommand(std::vector<std::string> arguments);

} // namespace coverme

#endif
