// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How calls end.
#ifndef COVERME_DRIVER_EXECUTE_OUTCOME_H
#define COVERME_DRIVER_EXECUTE_OUTCOME_H

#include "core/Program.h"
#include "coverme/runtime.h"

#include <csignal>

namespace coverme {

// Is it an end that the code may have? A whole program may exit and abort.
inline bool hasEnded(int outcome, const coverme_session &session,
                     const Function &entry) {
  if (outcome == COVERME_RETURNED || outcome == COVERME_ENDED)
    return true;
  return entry.plan.isProgram &&
         (outcome == COVERME_EXITED ||
          (outcome == COVERME_SIGNALLED && session.code == SIGABRT));
}

} // namespace coverme

#endif
