// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How calls end.
#ifndef COVERME_DRIVER_EXECUTE_OUTCOME_H
#define COVERME_DRIVER_EXECUTE_OUTCOME_H

#include "core/Program.h"
#include "coverme/runtime.h"

#include <string>

namespace coverme {

// How the search counts the end of a call.
enum class CallEnd : uint8_t {
  Returned, // or ended as it may: a whole program may exit
  // Ended in another way, as it would without us: by a signal, an exit, ...
  Ended,
  Rejected, // the input breaks the user's assumption
  Excluded, // it came to what the code declares unreachable
  // Has no end of its own: a loop, an overflow of the stack, ...
  Misbehaved,
  Starved, // took more fuel than it was given
  NotRun,  // not made: the input ended an earlier worker
};

// A call that has come to an end, as coverme_call and coverme_session::code
// say it.
struct Ending {
  int outcome = COVERME_RETURNED; // also of one that ended as it may
  int code = 0;

  bool returns() const { return outcome == COVERME_RETURNED; }
  // Does it end by a signal that tells of a fault?
  bool isCrash() const { return outcome == COVERME_SIGNALLED; }
  // The signal that ends a process that does this, 0 if none does.
  int signal() const;
};

CallEnd endOf(const Ending &ending, const Function &entry);

// "SIGABRT", "exits 3", "throws", "longjmp"; empty for one that returns.
std::string textOf(const Ending &ending);

} // namespace coverme

#endif
