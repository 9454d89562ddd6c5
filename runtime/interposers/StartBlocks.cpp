// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StartBlocks.h"

#include "coverme/start_blocks.h"

#include <signal.h>

namespace coverme {

coverme_region *startBlockAt(const void *memory) {
  if (!isInCall())
    return nullptr;
  coverme_region *regions = currentSession->regions;
  uint64_t first = 0, end = currentSession->regionCount;
  while (first != end) {
    const uint64_t middle = first + (end - first) / 2;
    if (regions[middle].live < memory)
      first = middle + 1;
    else
      end = middle;
  }
  return first != currentSession->regionCount &&
                 regions[first].live == memory && regions[first].isBlock != 0
             ? &regions[first]
             : nullptr;
}

bool giveBackStartBlock(const void *memory) {
  coverme_region *block = startBlockAt(memory);
  if (block == nullptr)
    return false;
  if (block->givenBack == currentSession->epoch)
    leaveCall(COVERME_SIGNALLED, SIGABRT);
  block->givenBack = currentSession->epoch;
  return true;
}

void addStartBlock(void *memory) {
  if (!isInCall() && coverme_add_start_block != nullptr)
    coverme_add_start_block(memory);
}

void removeStartBlock(void *memory) {
  if (!isInCall() && coverme_remove_start_block != nullptr)
    coverme_remove_start_block(memory);
}

} // namespace coverme

extern "C" __attribute__((visibility("default"))) int
coverme_give_back_start_block(const void *memory) {
  return coverme::giveBackStartBlock(memory) ? 1 : 0;
}

// Ahead of the constructors of the code, of whatever priority, and behind those
// of the libraries that it needs, whose variables no call finds put back.
#ifndef __clang__ // which does not know the warning
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
#endif
__attribute__((constructor(1))) static void begin() {
  if (coverme_begin_start_blocks != nullptr)
    coverme_begin_start_blocks();
}
