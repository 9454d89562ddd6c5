// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ends calls that do not come back from a library, archive or object that is
// only linked. Its loops burn no fuel, so the parent asks a busy worker now and
// then where it is, and a call that has been in a library for long is ended.
#ifndef COVERME_DRIVER_EXECUTE_LIBRARYWATCH_H
#define COVERME_DRIVER_EXECUTE_LIBRARYWATCH_H

#include "execute/LoadedObject.h"

#include <csignal>
#include <ucontext.h>

namespace coverme {

// The signal by which the parent asks. By default, it has no effect.
constexpr int kAskSignal = SIGURG;

// coverme_session::code of a call that was ended so; its outcome is
// COVERME_OUT_OF_FUEL.
constexpr int kStuckInLibrary = 1;

// Looks at calls of the object, which is kept by reference, for the rest of
// this process's life or until the next one is watched.
void watchLibraries(const LoadedObject &object, const coverme_session &session);

// Did the parent of this process send this signal? For its handler.
bool isAsking(const siginfo_t &info);

// Has the running call been in a library for so long that it has to end?
bool isStuck(const ucontext_t &context);

} // namespace coverme

#endif
