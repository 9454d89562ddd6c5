// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What harnesses give to objects of the C++ library lies between guard pages,
// and the code may give it back as if it was from `operator new`.

#include "Rooms.h"
#include "StartBlocks.h"
#include "coverme/start_blocks.h"

#include <malloc.h>

namespace coverme {
namespace {

Next<void(void *)> nextDelete("_ZdlPv");

void giveBack(void *memory) {
  if (memory == nullptr || giveBackRoom(memory) || giveBackStartBlock(memory))
    return;
  removeStartBlock(memory);
  // The C++ library's own, which counts nothing.
  coverme_count_memory(-static_cast<int64_t>(malloc_usable_size(memory)));
  nextDelete(memory);
}

} // namespace

void findDelete() { nextDelete.find(); }

} // namespace coverme

COVERME_GUARD void operator delete(void *memory) noexcept {
  coverme::giveBack(memory);
}
COVERME_GUARD void operator delete(void *memory, size_t) noexcept {
  coverme::giveBack(memory);
}
COVERME_GUARD void operator delete[](void *memory) noexcept {
  coverme::giveBack(memory);
}
COVERME_GUARD void operator delete[](void *memory, size_t) noexcept {
  coverme::giveBack(memory);
}
