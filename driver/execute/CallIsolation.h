// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the code under test from harming the worker that it runs in.
#ifndef COVERME_DRIVER_EXECUTE_CALLISOLATION_H
#define COVERME_DRIVER_EXECUTE_CALLISOLATION_H

#include "execute/LoadedObject.h"
#include "execute/StateImage.h"

#include <csignal>
#include <cstdint>
#include <optional>
#include <ucontext.h>

namespace coverme {

struct IsolationSettings {
  // Restores the variables of the object ahead of each call, so that it finds
  // what a call in a new process would.
  bool restoresState = false;
  uint64_t memory = UINT64_MAX; // bytes that calls may have allocated
};

// From its making to the end of the process, calls have a stack of their own
// between guard pages, and what would end the process ends the call, where that
// is possible: signals that the code causes, C++ exceptions that it does not
// catch. One per process.
class CallIsolation {
public:
  // Attaches the session to the object; keeps both by reference.
  CallIsolation(const LoadedObject &object, coverme_session &session,
                size_t siteCount, const IsolationSettings &settings);
  ~CallIsolation();
  CallIsolation(const CallIsolation &) = delete;
  CallIsolation &operator=(const CallIsolation &) = delete;

private:
  std::optional<StateImage> image;
};

// Sets a function that is called in the handler of a fatal signal, ahead of
// what ends the call. It is not called for a timer's signal, which may come
// anywhere.
using CrashObserver = void (*)(const siginfo_t &, const ucontext_t &);
void observeCrashes(CrashObserver observer);

// After a call with COVERME_NOTE_SIGNALS, in a worker with a CallIsolation:
// puts right how signals are treated. Says whether anything had to be.
bool restoreSignals();

// Is a timer running that the code has set, and that might have ended a call
// first that was cut? Stops such timers.
bool mayEndByTimer();

} // namespace coverme

#endif
