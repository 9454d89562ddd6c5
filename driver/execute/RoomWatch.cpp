// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/RoomWatch.h"

#include "coverme/heap.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <span>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace coverme {
namespace {

constexpr greg_t kTrapFlag = 0x100;
constexpr uintptr_t kPage = 4096;
// Accesses behind objects that a worker lets pass, each at the cost of two
// signals, some microseconds; then calls end at the first.
constexpr uint32_t kMaxSteps = 50'000;
// After so many of a call, what it may want is open to it, as most calls that
// go on for so long go too far.
constexpr uint32_t kMaxCallSteps = 256;
// So many accesses of a call that tell nothing new end it: it is in a loop.
constexpr uint32_t kMaxIdleSteps = 300;

// After so many calls of a search objects stay as they are, as a search from
// the start would cost too much.
constexpr uint64_t kLearningCalls = 20'000;

struct Watch {
  const LoadedObject *object = nullptr;
  CallLog *log = nullptr;
  std::vector<uint64_t> wants; // of this call, in bytes, by room
  // Bytes behind the room that are open to this call, so that it costs one
  // signal to see whether it goes too far. How much it wants is not known then.
  std::vector<uint64_t> open;
  bool isMeasured = false; // this call is to tell how much it wants
  bool isBeyond = false;   // this call went beyond a guess
  bool isTooFar = false;   // and wants more than there may be
  uint32_t steps = 0;
  uint32_t callSteps = 0; // of this call
  uint32_t idleSteps = 0; // of this call since it wanted more than before
  bool isStepping = false;
  uintptr_t opened = 0;     // the page that the access may touch
  bool hasReturned = false; // when it was called before, with RoomsAhead
  Ahead mayGo = Ahead::OfNone;
  bool isAheadOfGiven = false;
};

Watch watch;

uintptr_t beginOf(size_t room) {
  return reinterpret_cast<uintptr_t>(watch.object->rooms[room].begin);
}

// The room in whose gap an address lies; the number of rooms if there is none.
size_t roomAt(uintptr_t address) {
  size_t nearest = watch.object->rooms.size();
  auto least = static_cast<int64_t>(watch.object->gap);
  for (size_t i = 0; i < watch.object->rooms.size(); ++i) {
    const auto from = static_cast<int64_t>(address - beginOf(i));
    const auto size = static_cast<int64_t>(watch.object->rooms[i].size);
    const int64_t distance = from < 0 ? -from : from - size;
    if (distance < least) {
      nearest = i;
      least = distance;
    }
  }
  return nearest;
}

void protect(uintptr_t page, int protection) {
  ::mprotect(reinterpret_cast<void *>(page), kPage, protection);
}

// Opens what a call may want behind the room, which may have `limit` bytes.
void openGap(size_t index, uint64_t limit) {
  const coverme_room &room = watch.object->rooms[index];
  const uint64_t bytes = limit > room.size ? limit - room.size : 1;
  watch.open[index] =
      std::min((bytes + kPage - 1) / kPage * kPage, watch.object->gap);
  ::mprotect(room.begin + room.size, watch.open[index], PROT_READ | PROT_WRITE);
}

// Closes what is open; false if nothing was. What was written there is zero
// again.
bool closeGaps() {
  bool wasOpen = false;
  for (size_t i = 0; i < watch.open.size(); ++i) {
    if (watch.open[i] == 0)
      continue;
    unsigned char *const end =
        watch.object->rooms[i].begin + watch.object->rooms[i].size;
    ::madvise(end, watch.open[i], MADV_DONTNEED);
    ::mprotect(end, watch.open[i], PROT_NONE);
    watch.open[i] = 0;
    wasOpen = true;
  }
  return wasOpen;
}

// Has the call that goes on taken a branch that no call has covered?
bool reachesOpen() {
  const coverme_session &session = watch.log->sessionRecord();
  for (uint32_t i = 0; i < session.touchedCount; ++i) {
    const uint32_t site = session.touched[i];
    const coverme_visit *visit = watch.log->visitOf(site);
    const uint8_t state = watch.object->states[site];
    if (visit != nullptr &&
        (((state & COVERME_STATE_TRUE_OPEN) != 0 && visit->distance[1] == 0) ||
         ((state & COVERME_STATE_FALSE_OPEN) != 0 && visit->distance[0] == 0)))
      return true;
  }
  return false;
}

// A call that takes an open branch wants as much ahead of an object. A plain
// input does not: an index of it is -1 by mistake, where a count is zero.
void noteAhead(RoomRecord &record, int64_t offset) {
  const auto bytes = static_cast<uint64_t>(-offset);
  if (watch.log->count().isPlain != 0 || bytes > record.aheadLimit ||
      watch.log->count().ownEvaluations() > kLearningCalls)
    return;
  record.wantedAhead = std::max(record.wantedAhead, bytes);
  watch.log->count().wantsRoom = 1;
}

// Bytes from the begin of an object's first page to its own.
uintptr_t slackOf(const coverme_room &room) { return -room.size % kPage; }

// For calls: also for those that begin with what the object's variables were.
template <class T> void set(T &variable, T value) {
  auto *at = reinterpret_cast<char *>(&variable);
  std::memcpy(at, &value, sizeof(T));
  const coverme_session &session = watch.log->sessionRecord();
  for (const coverme_region &region :
       std::span(session.regions, session.regionCount)) {
    const auto offset = at - static_cast<char *>(region.live);
    if (offset >= 0 && static_cast<uint64_t>(offset) < region.size)
      std::memcpy(static_cast<char *>(region.saved) + offset, &value,
                  sizeof(T));
  }
}

bool mayMove(size_t room) {
  return watch.object->rooms[room].isOwned == 0 &&
         (watch.log->rooms[room].limit != 0 || watch.log->rooms[room].isGiven);
}

// To where their pages begin, or back to where these end.
void moveRooms(bool ahead) {
  set<int>(*watch.object->roomsAhead, ahead);
  for (size_t i = 0; i < watch.wants.size(); ++i) {
    coverme_room &room = watch.object->rooms[i];
    if (!mayMove(i))
      continue;
    const auto slack = static_cast<ptrdiff_t>(slackOf(room));
    set(room.begin, room.begin + (ahead ? -slack : slack));
    set(*room.place, room.begin);
  }
}

// The access is done.
void endStep(ucontext_t &context) {
  context.uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  protect(watch.opened, PROT_NONE);
  watch.isStepping = false;
}

// Objects that the call has given back may be from the heap.
bool noteGivenBack() {
  uint64_t &given = watch.log->sessionRecord().givenBack;
  if (given == 0 || given >= COVERME_HAS_NOT_GIVEN_BACK)
    return false;
  given = 0;
  for (size_t i = 0; i < watch.wants.size(); ++i) {
    const coverme_room &room = watch.object->rooms[i];
    if (room.isOwned != 0 || room.givenBack != watch.log->sessionRecord().epoch)
      continue;
    watch.log->rooms[i].isGivenBack = true;
    watch.log->count().wantsRoom = 1;
  }
  if (watch.log->count().ownEvaluations() > kLearningCalls)
    given = COVERME_REFUSES_TO_GIVE_BACK;
  return true;
}

} // namespace

void watchRooms(const LoadedObject &object, CallLog &log) {
  assert(log.rooms.size() == object.rooms.size());
  watch = {};
  watch.object = &object;
  watch.log = &log;
  watch.wants.resize(object.rooms.size());
  watch.open.resize(object.rooms.size());
  const bool mayLearn =
      std::any_of(log.rooms.data(), log.rooms.data() + log.rooms.size(),
                  [](const RoomRecord &room) { return room.mayBeOwned; });
  for (size_t i = 0; i < object.rooms.size(); ++i)
    if (mayMove(i) && slackOf(object.rooms[i]) != 0)
      watch.mayGo =
          std::max(watch.mayGo,
                   log.rooms[i].isGiven ? Ahead::OfGiven : Ahead::OfGuessed);
  // A caller that lets an object be freed has it from the heap.
  log.sessionRecord().givenBack = mayLearn ? 0 : COVERME_REFUSES_TO_GIVE_BACK;
}

bool meetRoom(int signal, const siginfo_t &info, ucontext_t &context) {
  if (watch.log == nullptr)
    return false;
  if (signal == SIGTRAP && watch.isStepping) {
    endStep(context);
    return true;
  }
  // Bits of the page fault's error code. Nothing can be run in a room.
  constexpr greg_t kIsWrite = 2, kIsFetch = 16;
  const greg_t error = context.uc_mcontext.gregs[REG_ERR];
  if (signal != SIGSEGV || info.si_code != SEGV_ACCERR ||
      (error & kIsFetch) != 0 || watch.log->sessionRecord().callIsRunning == 0)
    return false;
  const auto address = reinterpret_cast<uintptr_t>(info.si_addr);
  const size_t room = roomAt(address);
  if (room == watch.wants.size())
    return false;
  RoomRecord &record = watch.log->rooms[room];
  const auto offset = static_cast<int64_t>(address - beginOf(room));
  const Overrun overrun{static_cast<uint32_t>(room + 1),
                        (error & kIsWrite) != 0, offset};
  if (*watch.object->roomsAhead != 0) {
    if (offset >= 0)
      return false;
    if (record.limit == 0) {
      watch.isAheadOfGiven = record.isGiven;
      watch.log->overrun() = overrun;
      return false;
    }
    if (offset < record.beyond)
      record.beyond = offset;
    if (watch.hasReturned)
      noteAhead(record, offset);
    watch.isBeyond = watch.isTooFar = true;
    watch.object->leaveCall(COVERME_OVERRAN, 0);
  }
  watch.log->overrun() = overrun;
  if (record.limit == 0)
    return false;
  watch.isBeyond = true;
  uint64_t limit = record.limit;
  if (watch.log->count().isPlain != 0)
    limit = record.plainLimit;
  else if (offset >= 0 && static_cast<uint64_t>(offset) >= limit &&
           reachesOpen())
    limit = record.openLimit;
  if (offset < 0 || limit == RoomRecord::kStays ||
      static_cast<uint64_t>(offset) >= limit || watch.open[room] != 0 ||
      watch.steps == kMaxSteps || watch.isStepping ||
      watch.log->count().ownEvaluations() > kLearningCalls) {
    if (std::abs(offset) > std::abs(record.beyond))
      record.beyond = offset;
    if (offset < 0 && reachesOpen())
      noteAhead(record, offset);
    watch.isTooFar = true;
    watch.object->leaveCall(COVERME_OVERRAN, 0);
  }
  // Where some call went too far, most others that leave the object do, and so
  // does this one if it has gone on for long.
  if ((record.tooFar != 0 || watch.callSteps == kMaxCallSteps) &&
      !watch.isMeasured) {
    openGap(room, limit);
    return true;
  }
  uint64_t &wanted = watch.wants[room];
  if (static_cast<uint64_t>(offset) < wanted) {
    if (++watch.idleSteps == kMaxIdleSteps)
      watch.object->leaveCall(COVERME_OVERRAN, 0);
  } else {
    wanted = static_cast<uint64_t>(offset) + 1;
    watch.idleSteps = 0;
  }
  ++watch.steps;
  ++watch.callSteps;
  watch.isStepping = true;
  watch.opened = address / kPage * kPage;
  protect(watch.opened, PROT_READ | PROT_WRITE);
  context.uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
  return true;
}

KeptToRooms settleRooms() {
  if (watch.log == nullptr)
    return KeptToRooms::Yes;
  const bool gaveBack = noteGivenBack();
  const bool isMeasured = std::exchange(watch.isMeasured, false);
  if (!watch.isBeyond)
    return gaveBack ? KeptToRooms::No : KeptToRooms::Yes;
  if (watch.isStepping)
    protect(watch.opened, PROT_NONE);
  const bool mayBeMeasured =
      closeGaps() && !watch.isTooFar && !isMeasured && !gaveBack;
  for (size_t i = 0; i < watch.wants.size(); ++i) {
    if (watch.wants[i] == 0)
      continue;
    const coverme_room &room = watch.object->rooms[i];
    // What was written there is zero again.
    const uint64_t pages = (watch.wants[i] / kPage + 1) * kPage;
    ::madvise(room.begin + room.size, std::min(pages, watch.object->gap),
              MADV_DONTNEED);
    RoomRecord &record = watch.log->rooms[i];
    if (mayBeMeasured) {
      // The next call tells.
    } else if (!watch.isTooFar) {
      record.wanted = std::max(record.wanted, watch.wants[i]);
      watch.log->count().wantsRoom = 1;
    } else if (record.tooFar == 0 || watch.wants[i] < record.tooFar) {
      record.tooFar = watch.wants[i];
    }
    watch.wants[i] = 0;
  }
  watch.isBeyond = watch.isTooFar = watch.isStepping = false;
  watch.callSteps = watch.idleSteps = 0;
  watch.isMeasured = mayBeMeasured;
  return mayBeMeasured ? KeptToRooms::Unknown : KeptToRooms::No;
}

Ahead mayGoAhead() { return watch.mayGo; }

bool wentAheadOfGiven() { return watch.isAheadOfGiven; }

RoomsAhead::RoomsAhead(bool hasReturned) {
  watch.hasReturned = hasReturned;
  watch.isAheadOfGiven = false;
  moveRooms(true);
}

RoomsAhead::~RoomsAhead() { moveRooms(false); }

void wantALittle() {
  for (size_t i = 0; i < watch.wants.size(); ++i) {
    RoomRecord &record = watch.log->rooms[i];
    const uint64_t little = std::min(record.tooFar, record.limit);
    if (record.wanted == 0 && record.limit != RoomRecord::kStays &&
        little > watch.object->rooms[i].size) {
      record.wanted = little;
      watch.log->count().wantsRoom = 1;
    }
  }
}

} // namespace coverme
