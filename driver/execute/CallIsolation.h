// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What keeps the code under test from hurting the worker that it runs in.
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
  bool restoresState = false;   // each call finds the memory of a new process
  uint64_t memory = UINT64_MAX; // bytes that calls may hold
};

// From its making to the end of the process, calls have a stack of their own
// between guard pages, and what would end the process ends the call, where that
// is possible: signals that the code causes, C++ exceptions that it does not
// catch. One per process.
class CallIsolation {
public:
  // Attaches the session, which it keeps, as it does the object.
  CallIsolation(const LoadedObject &object, coverme_session &session,
                size_t siteCount, const IsolationSettings &settings);
  ~CallIsolation();
  CallIsolation(const CallIsolation &) = delete;
  CallIsolation &operator=(const CallIsolation &) = delete;

private:
  std::optional<StateImage> image;
};

// Called in the signal's handler, ahead of what ends the call; but not for a
// timer's signal, which may come anywhere.
using CrashObserver = void (*)(const siginfo_t &, const ucontext_t &);
void observeCrashes(CrashObserver observer);

// After a call with COVERME_NOTE_SIGNALS, in a worker with a CallIsolation:
// puts right how signals are treated. Says whether anything had to be.
bool restoreSignals();

// After a call that was cut: might a timer that the code sets have ended it
// first? Stops those that run.
bool mayEndByTimer();

} // namespace coverme

#endif
