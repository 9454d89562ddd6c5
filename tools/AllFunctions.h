// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// coverme FILE.c --all
#ifndef COVERME_TOOLS_ALLFUNCTIONS_H
#define COVERME_TOOLS_ALLFUNCTIONS_H

#include "CommandLine.h"
#include "support/Error.h"
#include "support/Files.h"

namespace coverme {

// Runs the functions of the file, prints and writes what the command line asks
// for; the folders are null where none was named. Throws Error after that, if a
// function failed.
ExitCode runAllFunctions(const CommandLine &line, const OutputFolder *folder,
                         const OutputFolder *smtFolder);

} // namespace coverme

#endif
