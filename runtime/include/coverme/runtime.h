// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime that is linked into instrumented code. C11 and C++.
//
// Names with the prefix `__coverme_` are for instrumented code, `coverme_` for
// the driver, which finds them by dlsym. Single-threaded: calls come from the
// driver's one search thread.
#ifndef COVERME_RUNTIME_H
#define COVERME_RUNTIME_H

#include "coverme/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- for instrumented code -------------------------------------------------

// r = pen(l, op, a, b) ahead of site l (Fu & Su, PLDI'17, Def. 4.2). `state`
// is the site's byte in coverme_states; the caller has found it non-zero.
#define COVERME_PEN(Suffix, CType, IRType, Extension)                          \
  void __coverme_pen_##Suffix(uint8_t *state, uint32_t op, CType a, CType b);
#include "coverme/abi.def"

// Loop iterations left in this call. Instrumented code decrements it at each
// back edge and calls __coverme_out_of_fuel when it becomes zero.
extern uint64_t __coverme_fuel;
void __coverme_out_of_fuel(void);

// Where the source says __builtin_unreachable: ends the running call.
void __coverme_unreachable(void);

// Ahead of an access outside of a variable of the code's own. Ends the running
// call where the session says so.
void __coverme_outside(void);

// Defined by the runtime of this ABI version alone.
extern const uint32_t COVERME_ABI_SYMBOL;

// --- for harnesses (driver/frontend/c/Harness.h) ---------------------------

// Memory of `size` bytes that ends where a page does, or less than `alignment`
// bytes ahead of that, so that it begins at a multiple of it. The memory around
// it is inaccessible: as much as an index of 32 bits reaches, or less where
// that is not to be had, but at least a page. Null if there is none.
//
// require: alignment is a power of two, and no more than a page
void *__coverme_guarded(unsigned long size, unsigned long alignment);

// The inaccessible bytes on each side of all of these objects.
extern unsigned long __coverme_gap;
#define COVERME_GAP "__coverme_gap"

// The objects of a harness, which defines an array of them under this name, and
// their number.
#define COVERME_ROOMS "coverme_rooms"
#define COVERME_ROOM_COUNT "coverme_room_count"
// An int that a harness defines: are set-up calls or assumptions being run?
#define COVERME_SETTING_UP "coverme_setting_up"
// An unsigned long: of which functions made up has a call used up all results
// that are inputs? One bit for each of the first 64.
#define COVERME_USED_UP_STUBS "coverme_used_up"
// Another int: objects begin where their pages do. They end there else.
#define COVERME_ROOMS_AHEAD "coverme_rooms_ahead"
typedef struct coverme_room {
  unsigned char *begin;
  unsigned long size;
  unsigned long isOwned;   // may the code give it back?
  unsigned long givenBack; // the last call that did
  unsigned char **place;   // where the harness looks for `begin`
} coverme_room;

// End the running call: because its inputs break the assumption; because it
// draws more inputs than there are.
void __coverme_reject(void);
void __coverme_end(void);

// --- for the driver --------------------------------------------------------

// A branch distance as a rank: an unsigned integer that orders distances
// exactly. In ULP mode it is the number of representable values between; in
// the squared and absolute modes it is the bit pattern of the non-negative
// double (whose order is that of the values).
typedef uint64_t coverme_rank;

enum coverme_distance_mode {
  COVERME_DISTANCE_ULP = 0,
  COVERME_DISTANCE_SQUARED = 1,
  COVERME_DISTANCE_ABSOLUTE = 2,
};

#define COVERME_NO_SITE UINT32_MAX

// What the last call did at one site. Valid when epoch is the session's.
typedef struct coverme_visit {
  uint64_t epoch;
  coverme_rank distance[2]; // least distance to the outcome [0] false, [1] true
                            // over the call's visits; 0 for an outcome taken
} coverme_visit;

enum coverme_outcome {
  COVERME_RETURNED = 0,
  COVERME_OUT_OF_FUEL = 1,
  COVERME_SIGNALLED = 2,      // it raised a signal; see code
  COVERME_EXITED = 3,         // it called exit or a relative; see code
  COVERME_STACK_OVERFLOW = 4, // its stack is used up
  COVERME_OUT_OF_MEMORY = 5,  // calls hold all that they may
  COVERME_JUMPED = 6,         // a longjmp to a place outside of the call
  COVERME_THREW = 7,          // a C++ exception that nobody in the call catches
  COVERME_STARTED_PROCESS = 8, // it was about to start or to kill a process
  COVERME_REJECTED = 9,        // its inputs break the user's assumption
  COVERME_ENDED = 10,          // it has no more inputs to draw
  COVERME_OVERRAN = 11,        // it went beyond an object that may be too small
  COVERME_ABORTED = 12,        // it called abort
  COVERME_ASSERTED = 13,       // an assertion of its own failed
  COVERME_TIMED = 14,          // a timer's signal struck it; see code
  COVERME_UNREACHABLE = 15     // it came to what the code declares unreachable
};

// What the driver has to know of a call that has ended, however it has.
enum coverme_note {
  // Rounding mode, exception masks, flush to zero; put right already.
  COVERME_NOTE_FLOAT_ENVIRONMENT = 1,
  // It called what changes how signals are treated; the driver has to look.
  COVERME_NOTE_SIGNALS = 2,
  // It asked for more memory at once than a call may take, and got none.
  COVERME_NOTE_REFUSED = 4,
  // It went outside of a variable of the code's own.
  COVERME_NOTE_OUTSIDE = 8,
};

// Memory of the loaded object, and what it held before the first call.
typedef struct coverme_region {
  void *live;
  void *saved;
  uint64_t size;
  // isBlock: it is a block of the heap, which no call gives back for good.
  // givenBack: the epoch of the last call that gave it back.
  uint64_t isBlock, givenBack;
} coverme_region;

// The driver's memory, which the hooks write to. It owns the arrays, of
// siteCount elements each. Sites whose state byte is zero leave no trace here.
typedef struct coverme_session {
  coverme_visit *visits;
  uint32_t *touched; // the sites visited by the last call, in first-visit order
  uint32_t touchedCount;
  uint32_t distanceMode; // coverme_distance_mode
  uint64_t epoch;        // number of the last call; the first one is 1
  uint64_t fuel;         // loop iterations that one call may take
  coverme_rank r;        // value of the representing function, see coverme_call
  uint32_t rSite;        // the site that set r last, or COVERME_NO_SITE
  int32_t code;          // of the outcome: a signal's number, an exit status
  uint32_t callIsRunning;
  uint32_t notes; // coverme_note; set by calls, cleared by the driver
  // Do calls that go outside of a variable end there, as COVERME_UNREACHABLE?
  uint32_t leavesOutside;
  uint64_t regionCount;
  // Put back ahead of each call, so that it finds what it would in a new
  // process; with it errno and the floating-point exception flags. In the order
  // of their addresses.
  coverme_region *regions;
  // Where the call's stack begins (it grows down), 16-byte aligned. Null: the
  // caller's stack.
  void *stack;
  uint64_t memory;    // bytes that calls may hold
  uint64_t allocated; // and do hold; leaks add up
  uint64_t slept;     // nanoseconds that calls would have slept, all in all
  // How many rooms the last call gave back although they are not its own;
  // coverme/heap.h has special values.
  uint64_t givenBack;
  // Called when the fuel is used up, at a back edge of a loop. The stack
  // pointer leads to the call-saved registers, behind which the code's stack
  // lies. Returns the fuel to go on with; 0: the call ends. Null: it ends.
  uint64_t (*refuel)(const void *stackPointer);
} coverme_session;

// The site states and the number of sites of this object.
uint8_t *coverme_states(void);
uint64_t coverme_site_count(void);
uint64_t coverme_function_count(void);

// The pointers of this object's coverme_globals; null without variables.
void *const *coverme_globals(void);

// Makes the hooks write to `session`; the caller keeps it alive.
void coverme_attach(coverme_session *session);

// The representing function FOO_R (PLDI'17, Sec. 4): r = start value, run the
// function through its trampoline, leave r in the session. The start value is
// the rank of 1 (1 ulp, or 1.0).
// require: a session is attached; `function` has a trampoline.
// Returns a coverme_outcome; `out` is complete only after COVERME_RETURNED.
int coverme_call(uint64_t function, const uint64_t *in, uint64_t *out);

// Leaves the running coverme_call with `outcome` and `code`. For handlers of
// signals and the like; returns only when no call is running.
void coverme_leave_call(int outcome, int code);

// Finds the functions of libc behind the runtime's interposers. To be called
// before the regions are saved. Weak: objects may have been linked without
// interposers.
void coverme_prepare_interposers(void);

#ifdef __cplusplus
}
#endif
#endif
