// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asks of `coverme run`, read from the command line.
#ifndef COVERME_TOOLS_RUNCOMMAND_H
#define COVERME_TOOLS_RUNCOMMAND_H

#include "Options.h"

#include <string>
#include <vector>

namespace coverme {

struct RunCommand {
  RunOptions run; // with gcov exactly when --gcov-cc is given
  std::vector<std::string> inputs;
};

// The arguments behind `run`. Throws Error(BadInput).
RunCommand parseRunCommand(std::vector<std::string> arguments);

} // namespace coverme

#endif
