// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the constructors of a loaded object have allocated and not given back:
// coverme/start_blocks.h. Interposers tell of what the object's own code does;
// of the C++ library, whose functions are the tool's, too, this file has its
// operators new and delete.
#ifndef COVERME_DRIVER_EXECUTE_STARTBLOCKS_H
#define COVERME_DRIVER_EXECUTE_STARTBLOCKS_H

#include "coverme/start_blocks.h"

#include <set>

namespace coverme {

// While one of these lives, this thread is loading an object, and what is
// allocated is recorded.
class StartBlockRecording {
public:
  StartBlockRecording();
  ~StartBlockRecording();
  StartBlockRecording(const StartBlockRecording &) = delete;
  StartBlockRecording &operator=(const StartBlockRecording &) = delete;
};

// The start blocks of the object that was loaded last.
const std::set<void *> &startBlocks();

// Sets the function that says whether the running call gives back a start
// block; null: none does.
void setStartBlockOwner(int (*giveBack)(const void *memory));

// Turns on or off that this function is asked whenever memory is given back.
// The session behind it has to outlive this.
void keepStartBlocks(bool on);

// Sets the functions that count what the running call allocates by operator
// new, and gives back; null: nobody counts.
void countNew(decltype(&coverme_may_take) limit,
              decltype(&coverme_count_memory) counter);

} // namespace coverme

#endif
