// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What harnesses give to objects of the C++ library lies between guard pages,
// and the code may give it back as if it was from `operator new`.

#include "Next.h"

#include "coverme/runtime.h"

// Of a harness, if the object has one.
extern "C" {
extern coverme_room coverme_rooms[] __attribute__((weak));
extern uint64_t coverme_room_count __attribute__((weak));
}

namespace coverme {
namespace {

Next<void(void *)> nextDelete("_ZdlPv");

bool isInRoom(const void *memory) {
  if (&coverme_room_count == nullptr)
    return false;
  const auto *place = static_cast<const unsigned char *>(memory);
  for (uint64_t i = 0; i < coverme_room_count; ++i)
    if (place >= coverme_rooms[i].begin &&
        place <= coverme_rooms[i].begin + coverme_rooms[i].size)
      return true;
  return false;
}

void giveBack(void *memory) {
  if (memory != nullptr && !isInRoom(memory))
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
