// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs `coverme FILE.c --all` and `coverme -p DIR [FILE.c...] --all`.
#ifndef COVERME_TOOLS_ALLFUNCTIONS_H
#define COVERME_TOOLS_ALLFUNCTIONS_H

#include "Configuration.h"
#include "project/Project.h"
#include "support/Error.h"
#include "support/Files.h"

namespace coverme {

// Runs the functions of the file, or those of the files of a project, side by
// side; prints and writes what the command line asks for. `project` and the
// folders are null where none was named. If a function or a file failed, throws
// its Error after that.
ExitCode runAllFunctions(Configuration &configuration, Project *project,
                         const OutputFolder *folder,
                         const OutputFolder *smtFolder);

} // namespace coverme

#endif
