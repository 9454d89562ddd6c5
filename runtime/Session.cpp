// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The representing function, fuel, and the way out of a call that must end.

#include "Session.h"

#include "coverme/Distance.h"

#include <setjmp.h>

#define COVERME_EXPORT __attribute__((visibility("default")))

namespace coverme {

coverme_session *currentSession;

namespace {
jmp_buf exitFromCall;
bool callIsRunning;
} // namespace

void leaveCall(coverme_outcome outcome) {
  if (!callIsRunning)
    return;
  callIsRunning = false;
  _longjmp(exitFromCall, outcome);
}

} // namespace coverme

using namespace coverme;

extern "C" {

extern const uint32_t COVERME_ABI_SYMBOL;
const uint32_t COVERME_ABI_SYMBOL = COVERME_ABI_VERSION;

// Outside of coverme_call, code runs without a limit.
uint64_t __coverme_fuel = UINT64_MAX;

void __coverme_out_of_fuel(void) { leaveCall(COVERME_OUT_OF_FUEL); }

COVERME_EXPORT uint8_t *coverme_states(void) { return __start_coverme_states; }

COVERME_EXPORT uint64_t coverme_site_count(void) {
  return static_cast<uint64_t>(__stop_coverme_states - __start_coverme_states);
}

COVERME_EXPORT uint64_t coverme_function_count(void) {
  return static_cast<uint64_t>(__stop_coverme_tramps - __start_coverme_tramps);
}

COVERME_EXPORT void coverme_attach(coverme_session *session) {
  currentSession = session;
}

COVERME_EXPORT int coverme_call(uint64_t function, const uint64_t *in,
                                uint64_t *out) {
  coverme_session &session = *currentSession;
  ++session.epoch;
  session.touchedCount = 0;
  session.r = unitRank(session.distanceMode);
  session.rSite = COVERME_NO_SITE;
  __coverme_fuel = session.fuel;
  const int outcome = _setjmp(exitFromCall);
  if (outcome == COVERME_RETURNED) {
    callIsRunning = true;
    __start_coverme_tramps[function](in, out);
    callIsRunning = false;
  }
  __coverme_fuel = UINT64_MAX;
  return outcome;
}

COVERME_EXPORT void coverme_abort_call(void) { leaveCall(COVERME_ABORTED); }

} // extern "C"
