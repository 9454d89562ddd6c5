// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ctrl-C and SIGTERM as a flag that long work looks at, so that a run that is
// cut short still cleans up and reports what it has.
#ifndef COVERME_DRIVER_SUPPORT_INTERRUPT_H
#define COVERME_DRIVER_SUPPORT_INTERRUPT_H

#include "support/Error.h"

namespace coverme {

// From now on SIGINT, SIGTERM and SIGHUP only set the flag, and SIGPIPE is
// ignored.
void catchInterrupts();

// In a forked child: the signals' own meaning again.
void restoreInterrupts();

// The signal that came, or 0.
int interruptSignal();

// Throws an Error with the shell's exit code, 128 + signal, if one has come.
void throwIfInterrupted();

} // namespace coverme

#endif
