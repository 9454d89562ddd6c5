// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user asks for, read from the command line.
#ifndef COVERME_TOOLS_COMMANDLINE_H
#define COVERME_TOOLS_COMMANDLINE_H

#include "options/Options.h"

#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct CommandLine {
  RunOptions run;
  bool list = false;
  bool all = false;  // every function of the file
  std::string match; // of these, those whose name holds a match; empty: all
  bool own = false;  // of these, those that no other file defines
  size_t jobs = 1;   // functions at the same time
  bool noGcov = false;
  std::string jsonFile;     // "-": standard output
  std::string outputFolder; // empty: none
  std::string smtFolder;    // the same
  double minCoverage = -1;  // negative: not given
  bool failOnFinding = false;
  uint64_t memoryMebibytes = SearchOptions().memory >> 20;
  bool verbose = false;
  bool quiet = false;
};

// The arguments without the tool's own name. Returns an exit code when there is
// nothing more to do (--help, --version), having printed what was asked for.
// Throws Error(BadInput).
std::optional<int> parseCommandLine(std::vector<std::string> arguments,
                                    CommandLine &line);

} // namespace coverme

#endif
