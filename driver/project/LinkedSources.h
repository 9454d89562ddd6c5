// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of what a run takes from archives.
#ifndef COVERME_DRIVER_PROJECT_LINKEDSOURCES_H
#define COVERME_DRIVER_PROJECT_LINKEDSOURCES_H

#include "options/Options.h"
#include "project/Project.h"

namespace coverme {

// Adds to RunOptions::with the sources of the members of archives, among the
// user's flags, that the files' functions call, that these call in turn, and so
// on, nearest first. coverme-cc has recorded what a member was compiled from
// and how; for others, debug information names the source, and compiling it
// tells whether the member has that code. A member whose source is not there,
// or is other code with the user's flags, stays what it is, and the notes say
// so. Throws Error(CompileFailed) for a file of the run that does not compile.
ProjectNotes addLinkedSources(RunOptions &options);

} // namespace coverme

#endif
