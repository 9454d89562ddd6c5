// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells a loop that cannot end from one that takes long.
#ifndef COVERME_DRIVER_EXECUTE_LOOPWATCH_H
#define COVERME_DRIVER_EXECUTE_LOOPWATCH_H

#include "execute/LoadedObject.h"

#include <cstddef>
#include <cstdint>

namespace coverme {

// What became of a call whose fuel was used up. It is in shared memory, as the
// call may not end.
struct LoopVerdict {
  uint64_t refuels;  // 0: the fuel was enough. Grows while the call goes on
  uint64_t work;     // loop iterations that it took to find out
  uint8_t isEndless; // shown: the same state came twice
  uint8_t isCut;     // an iteration takes so long that the clock cut it
};

// From now on a call of this session whose fuel is used up goes on for some 16
// million loop iterations more, or five seconds of the processor's; ahead of
// them and behind, a hundred thousand are looked at one by one. When all of a
// process is the same at two of them (the registers, the stack, and all memory
// of its own), and what ran in between was the code under test or libm alone,
// without system calls, time stamps and random numbers of the processor, other
// threads or signals, then the loop is endless. The call ends with
// COVERME_OUT_OF_FUEL then, or when all that is over. Of the object's
// `siteCount` sites, outcomes that have been taken by then are recorded no
// more. One per process; `object`, `session` and `verdict` are kept. require:
// in a worker with a CallIsolation
void watchLoops(const LoadedObject &object, size_t siteCount,
                coverme_session &session, LoopVerdict &verdict);

} // namespace coverme

#endif
