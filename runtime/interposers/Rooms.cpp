// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Rooms.h"

#include "coverme/heap.h"
#include "coverme/runtime.h"

#include <signal.h>

// Of a harness, if the object has one.
extern "C" {
extern coverme_room coverme_rooms[] __attribute__((weak));
extern uint64_t coverme_room_count __attribute__((weak));
}

namespace coverme {

coverme_room *roomOf(const void *memory) {
  if (&coverme_room_count == nullptr)
    return nullptr;
  const auto *place = static_cast<const unsigned char *>(memory);
  for (uint64_t i = 0; i < coverme_room_count; ++i)
    if (place >= coverme_rooms[i].begin &&
        place <= coverme_rooms[i].begin + coverme_rooms[i].size)
      return &coverme_rooms[i];
  return nullptr;
}

bool giveBackRoom(const void *memory) {
  coverme_room *room = roomOf(memory);
  if (room == nullptr)
    return false;
  if (!isInCall())
    return true;
  coverme_session &session = *currentSession;
  if (room->isOwned == 0) {
    // Libc aborts where it gets what it has not given.
    if (session.givenBack == COVERME_GIVES_NOTHING_BACK ||
        session.givenBack == COVERME_HAS_NOT_GIVEN_BACK) {
      session.givenBack = COVERME_HAS_NOT_GIVEN_BACK;
      leaveCall(COVERME_SIGNALLED, SIGABRT);
    }
    if (session.givenBack == COVERME_REFUSES_TO_GIVE_BACK)
      leaveCall(COVERME_REJECTED);
    ++session.givenBack;
  }
  // As libc does: "double free".
  if (room->givenBack == session.epoch)
    leaveCall(COVERME_SIGNALLED, SIGABRT);
  room->givenBack = session.epoch;
  return true;
}

} // namespace coverme
