// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What keeps the code under test from hurting the worker that it runs in.
#ifndef COVERME_DRIVER_WORKER_SHIELD_H
#define COVERME_DRIVER_WORKER_SHIELD_H

#include "target/LoadedObject.h"
#include "target/StateImage.h"

#include <cstdint>
#include <optional>

namespace coverme {

struct ShieldSettings {
  bool restoresState = false;   // each call finds the memory of a new process
  uint64_t memory = UINT64_MAX; // bytes that calls may hold
};

// From its making to the end of the process, calls have a stack of their own
// between guard pages, and what would end the process ends the call, where that
// is possible: signals that the code causes, C++ exceptions that it does not
// catch. One per process.
class Shield {
public:
  // Attaches the session, which it keeps, as it does the object.
  Shield(const LoadedObject &object, coverme_session &session, size_t siteCount,
         const ShieldSettings &settings);
  Shield(const Shield &) = delete;
  Shield &operator=(const Shield &) = delete;

private:
  std::optional<StateImage> image;
};

// After a call with COVERME_NOTE_SIGNALS, in a worker with a Shield: puts
// right how signals are treated. Says whether anything had to be.
bool restoreSignals();

} // namespace coverme

#endif
