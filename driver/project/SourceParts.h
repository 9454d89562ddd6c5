// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that a source of a build is made of.
#ifndef COVERME_DRIVER_PROJECT_SOURCEPARTS_H
#define COVERME_DRIVER_PROJECT_SOURCEPARTS_H

#include "project/CompileCommands.h"
#include "support/Subprocess.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace coverme {

// Starts the compiler, which prints them.
std::unique_ptr<Process> listParts(const CompileCommand &command,
                                   const SourceFlags &flags);

// These files, with the source; none if that cannot be told.
std::vector<std::filesystem::path> listedParts(const ProcessResult &result,
                                               const CompileCommand &command);

} // namespace coverme

#endif
