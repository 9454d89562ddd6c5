// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that do not come back from a library that is only linked: its loops
// burn no fuel. So the parent asks a busy worker now and then where it is, and
// a call that has been in such code for long is left.
#ifndef COVERME_DRIVER_EXECUTE_LIBRARYWATCH_H
#define COVERME_DRIVER_EXECUTE_LIBRARYWATCH_H

#include "execute/LoadedObject.h"

#include <csignal>
#include <ucontext.h>

namespace coverme {

// Nothing happens at it by default.
constexpr int kAskSignal = SIGURG;

// The code of an outcome COVERME_OUT_OF_FUEL that such a call has.
constexpr int kStuckInLibrary = 1;

// Looks at calls of the object, which is kept by reference, for the rest of
// this process's life or until the next one is watched.
void watchLibraries(const LoadedObject &object, const coverme_session &session);

// Has the parent of this process asked? For the handler of its signal.
bool isAsking(const siginfo_t &info);

// Has the running call been in a library for so long that it is to end?
bool isStuck(const ucontext_t &context);

} // namespace coverme

#endif
