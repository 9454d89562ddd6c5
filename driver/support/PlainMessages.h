// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options for programs whose messages we read: in English, whatever the
// user's language, and for ten minutes at most.
#ifndef COVERME_DRIVER_SUPPORT_PLAINMESSAGES_H
#define COVERME_DRIVER_SUPPORT_PLAINMESSAGES_H

#include "support/Subprocess.h"

namespace coverme {

ProcessOptions plainMessages();

// Throws Error(BadInput) when the program says that there is no room for what
// it writes, on the disk or as a file may have no more (ulimit -f).
// require: it was run with these options
void throwIfNoRoom(const ProcessResult &result);

} // namespace coverme

#endif
