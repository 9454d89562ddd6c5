// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watches calls that go beyond the objects that a harness has made for them,
// and finds out which object it is, and how far they go. Where an object's size
// is a guess, the call goes on for a while as if zeros followed, so that it
// shows how much it wants; that call does not count.
#ifndef COVERME_DRIVER_EXECUTE_ROOMWATCH_H
#define COVERME_DRIVER_EXECUTE_ROOMWATCH_H

#include "execute/CallLog.h"
#include "execute/LoadedObject.h"

#include <csignal>
#include <ucontext.h>

namespace coverme {

// Notes in `log`, for the rest of this process's life or until the next one is
// watched, what calls want of the object's rooms beyond what there is. Both are
// kept by reference.
// require: a CallIsolation is there; log.rooms is as long as object.rooms
void watchRooms(const LoadedObject &object, CallLog &log);

// For the handler of fatal signals: was the signal caused by an access beyond
// an object, and does the call go on? A call that has to end leaves through the
// object.
bool meetRoom(int signal, const siginfo_t &info, ucontext_t &context);

// Has a call kept to its objects?
enum class KeptToRooms {
  Yes,
  // It went beyond one whose size is a guess, or gave one back that is not from
  // the heap.
  No,
  // It went beyond one; only a second call with the same inputs tells how far.
  Unknown,
};

// To be called after each call: says whether it kept to its objects, and
// restores the memory around them.
KeptToRooms settleRooms();

// Of which objects may calls touch, unnoticed, what lies ahead in their first
// pages? Objects end where their pages do.
enum class Ahead {
  OfNone,
  OfGiven, // of those whose size is known alone
  OfGuessed,
};
Ahead mayGoAhead();

// Was the last signal met ahead of an object whose size is known, with
// RoomsAhead?
bool wentAheadOfGiven();

// While it lives, objects begin where their pages do, so that a second call
// with the same inputs shows what it touches ahead of them. `hasReturned`: the
// first one has, and takes what no call has covered.
class RoomsAhead {
public:
  explicit RoomsAhead(bool hasReturned);
  ~RoomsAhead();
  RoomsAhead(const RoomsAhead &) = delete;
  RoomsAhead &operator=(const RoomsAhead &) = delete;
};

// Where calls wanted either nothing of an object or too much: asks for one that
// is a little larger, so that what follows its begin is an input, too. A loop
// may end there.
void wantALittle();

} // namespace coverme

#endif
