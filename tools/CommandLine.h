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

// The arguments without the tool's own name. Returns an exit code when there is
// nothing more to do (--help, --version), having printed what was asked for.
// Throws Error(BadInput).
std::optional<int> parseCommandLine(std::vector<std::string> arguments,
                                    CommandLine &line);

// What has to be so when settings are applied, too: options that go together,
// a folder for the code that can be written. Throws Error(BadInput).
void checkRun(CommandLine &line);

// The part of it that may be another one for each function.
void checkSearch(const SearchOptions &search);

} // namespace coverme

#endif
