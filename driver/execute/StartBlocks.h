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

// While there is one, this thread loads an object.
class StartBlockRecording {
public:
  StartBlockRecording();
  ~StartBlockRecording();
  StartBlockRecording(const StartBlockRecording &) = delete;
  StartBlockRecording &operator=(const StartBlockRecording &) = delete;
};

// Of the object that was loaded last.
const std::set<void *> &startBlocks();

// Who knows whether the running call gives back one of them; null: nobody.
void setStartBlockOwner(int (*giveBack)(const void *memory));

// Is it asked from now on when memory is given back? Its session has to live
// as long.
void keepStartBlocks(bool on);

// Who counts from now on what the running call allocates by operator new, and
// gives back; null: nobody.
void countNew(decltype(&coverme_may_take) limit,
              decltype(&coverme_count_memory) counter);

} // namespace coverme

#endif
