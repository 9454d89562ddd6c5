// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ctrl-C and SIGTERM as a flag that long work looks at, so that a run that is
// cut short still cleans up and reports what it has.
#ifndef COVERME_DRIVER_SUPPORT_INTERRUPT_H
#define COVERME_DRIVER_SUPPORT_INTERRUPT_H

#include "support/Error.h"
#include "support/Stopwatch.h"

#include <sys/types.h>

namespace coverme {

// From now on SIGINT, SIGTERM and SIGHUP only set the flag, and SIGPIPE is
// ignored.
void catchInterrupts();

// From now on the death of our parent, the supervisor (Supervisor.h), is an
// interrupt, too, as if by SIGKILL. If it is dead already, this process ends.
void catchAbandonment(pid_t supervisor);

// In a forked child: restores the signals' default actions.
void restoreInterrupts();

// The signal that came, or 0.
int interruptSignal();

// How long a stage of a run may go on after an interrupt.
class InterruptGrace {
public:
  explicit InterruptGrace(double seconds) : seconds(seconds) {}

  // Has an interrupt come, and have `seconds` passed both since then and since
  // the stage began?
  bool isOver() const;

private:
  double seconds;
  Stopwatch sinceBegin;
};

// Has the supervisor died? Then there is nobody to report to.
bool isAbandoned();

// Throws an Error with the shell's exit code, 128 + signal, if one has come.
void throwIfInterrupted();

} // namespace coverme

#endif
