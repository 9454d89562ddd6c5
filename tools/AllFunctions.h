// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// coverme FILE.c --all, coverme -p DIR [FILE.c...] --all
#ifndef COVERME_TOOLS_ALLFUNCTIONS_H
#define COVERME_TOOLS_ALLFUNCTIONS_H

#include "Configuration.h"
#include "project/Project.h"
#include "support/Error.h"
#include "support/Files.h"

namespace coverme {

// Runs the functions of the file, or those of files of a project, side by side;
// prints and writes what the command line asks for. Project
// and folders are null where none was named. Throws Error after that, if a
// function or a file failed.
ExitCode runAllFunctions(Configuration &configuration, Project *project,
                         const OutputFolder *folder,
                         const OutputFolder *smtFolder);

} // namespace coverme

#endif
