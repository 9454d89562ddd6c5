// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing that a run starts outlives it, however it ends. The process that the
// user started becomes a supervisor, and a child of it does the work. The
// kernel hands the supervisor every process below it whose parent is gone, also
// one that left its process group; when the work has ended, by itself or by
// kill -9, the supervisor kills what is left. When it is the supervisor that is
// killed, the work takes over, and ends.
#ifndef COVERME_DRIVER_SUPPORT_SUPERVISOR_H
#define COVERME_DRIVER_SUPPORT_SUPERVISOR_H

#include <chrono>

namespace coverme {

// Returns in the child that does the work, with interrupts caught
// (Interrupt.h). The supervisor does not return: it passes on the first SIGINT,
// SIGTERM or SIGHUP, lets a second one end all at once, stops and continues all
// with itself on SIGTSTP (Ctrl-Z) and SIGCONT, removes the temporary folders of
// dead runs, and exits as the child did (128 + N where signal N ended that).
// Throws Error(Internal) when no child can be forked.
// require: called once, before any other process or thread is started
void workSupervised();

// To be called at the end of the work: if the supervisor is gone, kills the
// processes below this one in its place.
void endSupervisedWork();

// Kills all children, and theirs as they become ours, until there are none or
// the time is over.
// require: they do become ours (PR_SET_CHILD_SUBREAPER)
void killDescendants(std::chrono::milliseconds patience);

} // namespace coverme

#endif
