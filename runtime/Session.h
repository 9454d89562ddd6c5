// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's only state, shared by the hooks and the driver's calls.
#ifndef COVERME_RUNTIME_SESSION_H
#define COVERME_RUNTIME_SESSION_H

#include "coverme/runtime.h"

// Bounds of the sections that the linker gathers. Weak: an object without
// branches has no states.
extern "C" {
extern uint8_t __start_coverme_states[]
    __attribute__((weak, visibility("hidden")));
extern uint8_t __stop_coverme_states[]
    __attribute__((weak, visibility("hidden")));
extern coverme_trampoline __start_coverme_tramps[]
    __attribute__((weak, visibility("hidden")));
extern coverme_trampoline __stop_coverme_tramps[]
    __attribute__((weak, visibility("hidden")));
extern void *const __start_coverme_globals[]
    __attribute__((weak, visibility("hidden")));
}

namespace coverme {

// The driver's memory; null until coverme_attach. Hooks run only at sites
// whose state byte is set, which the driver does after attaching.
extern coverme_session *currentSession;

// The result of a comparison of texts or bytes that differ, and their distance:
// the sum of the differences of all characters.
struct TextComparison {
  uint64_t epoch; // of the call that made it
  int32_t result, apart;
};
constexpr unsigned kLastComparisons = 4;
extern TextComparison lastComparisons[kLastComparisons]; // the last one first

// Ends the running coverme_call with `outcome`; returns if none is running.
void leaveCall(coverme_outcome outcome, int code = 0);

// From now on, SIGABRT is the code's own doing and leaves the call with `cause`
// in place of COVERME_SIGNALLED.
void expectAbort(coverme_outcome cause);

// Is a coverme_call running, and are we in its thread?
bool isInCall();

// Where the running call's frames begin; they lie below.
const void *startOfCallStack();

} // namespace coverme

#endif
