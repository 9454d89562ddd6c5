// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asks for, read from the command line.
#ifndef COVERME_TOOLS_COMMANDLINE_H
#define COVERME_TOOLS_COMMANDLINE_H

#include "Arguments.h"
#include "options/Options.h"

#include <optional>
#include <string>
#include <vector>

namespace coverme {

// How the tool is called, a line for each way.
const char *usageLines();

// Reads the arguments, without the tool's own name. Returns an exit code when
// there is nothing more to do (--help, --version), having printed what was
// asked for. Throws Error(BadInput).
std::optional<int> parseCommandLine(std::vector<std::string> arguments,
                                    CommandLine &line);

// Checks what has to hold when settings are applied, too: options that go
// together, a folder for the code that can be written to. Throws
// Error(BadInput).
void checkRun(CommandLine &line);

// Checks the part that may differ from function to function. Throws
// Error(BadInput).
void checkSearch(const SearchOptions &search);

} // namespace coverme

#endif
