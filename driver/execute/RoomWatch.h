// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that go beyond the objects that a harness has made for them: which
// object, and how far. Where nobody has said how large it is, the call goes on
// for a while as if there were zeros, so that it is known how much it wants;
// that call counts as none.
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

// For the handler of fatal signals: is it such a call, and does it go on? One
// that is to end leaves through the object.
bool meetRoom(int signal, const siginfo_t &info, ucontext_t &context);

// Has a call kept to its objects?
enum class KeptToRooms {
  Yes,
  No,      // it went beyond one whose size is a guess, or gave one back that is
           // not from the heap
  Unknown, // it went beyond one, and is to be made again, which tells how far
};

// After a call. Makes the memory around objects what it was before.
KeptToRooms settleRooms();

// Objects end where their pages do, so nobody sees a call that touches what
// lies ahead of one, in its first page. May there be such calls?
bool mayGoAhead();

// Moves the objects to where their pages begin, until this goes out of scope:
// for a second call with the same inputs, which tells.
class RoomsAhead {
public:
  RoomsAhead();
  ~RoomsAhead();
  RoomsAhead(const RoomsAhead &) = delete;
  RoomsAhead &operator=(const RoomsAhead &) = delete;
};

// Where all calls went too far: the objects are to be a little larger, so that
// what is behind their begin is an input, too. A loop may end there.
void wantALittle();

} // namespace coverme

#endif
