// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C code that puts inputs where they belong, and calls the entry.
#ifndef COVERME_DRIVER_FRONTEND_C_HARNESS_H
#define COVERME_DRIVER_FRONTEND_C_HARNESS_H

#include "core/Program.h"

#include <string>

namespace coverme {

// The function
//
//   static void coverme_call(const unsigned long long *in,
//                            unsigned long long *out);
//
// which takes one slot per input, calls the entry as its plan says, and writes
// the bits of its result (0 for what is no number) and then one slot for each
// of the plan's outputs, with all that it needs but the prologue of its
// surroundings:
//
// - COVERME_ROOM(k, size): memory called coverme_room_k;
// - COVERME_ROOM_BEHIND(k, size, bytes): the same, with so many bytes ahead of
// it that are there, too;
// - COVERME_SHIFTED(k, bytes): so many bytes ahead of coverme_room_k;
// - COVERME_OWN_ROOM(k, size), COVERME_OWNED(k, size, bytes): memory that the
// code may give back, so many bytes of what is declared;
// - COVERME_TAIL(k, size, bytes): the last bytes of coverme_room_k;
// - COVERME_NEW(bytes): memory of C++'s operator, in C of malloc;
// - COVERME_DELETE(pointer): C++'s operator;
// - COVERME_ENTRY: the entry's address;
// - COVERME_GLOBAL(k, name): the address of the plan's k-th global;
// - COVERME_THREAD_GLOBAL(k, name): the same of a thread-local one;
// - COVERME_SETUP_k: the address of the function of the plan's k-th set-up
// call;
// - COVERME_SET_UP(on): set-up calls or assumptions run from here on, or have
// been run;
// - COVERME_USED_UP(stub): the plan's stub of this index has returned all of
// its results that are inputs, and is called again;
// - COVERME_FAIL_ALLOCATION(which): of the allocations from here on, the one of
// this number fails; 0: none;
// - COVERME_BLOCK_LEFT(place): how many bytes a block that the call has
// allocated has from there on; 0 where it is in none that is known;
// - COVERME_FORGET_BLOCKS(): of the blocks so far, none is known any more;
// - COVERME_ENTER(): says that the assumption holds;
// - COVERME_RESULT(place): where a result is that is no number, if anybody
// asks;
// - COVERME_START: the bytes that objects begin with which the code only
// writes; 0 without it;
// - COVERME_EXTERN_C: linkage of functions that have a label;
// - COVERME_REJECT(): ends a call whose inputs break the assumption;
// - COVERME_END(): ends a run whose program ends, or has no draws left.
//
// Structs are declared again, from what debug information tells of them, so
// that the text stands alone. It is C11 and C++11.
std::string callText(const Program &program, const Function &entry);

// COVERME_ALIGNMENT, at a multiple of which objects begin, and
// COVERME_TAIL_ALIGNMENT, the same of those whose length is an input: where a
// call with another address may go on, these take both.
std::string alignmentText(const Function &entry);

// The plan's assumptions alone, as C that the frontend's plugin reads
// (pass/Assumptions.h), with the functions that callText has.
std::string assumptionsText(const Program &program, const Function &entry);

// The whole harness for the instrumented object of `entry`, whose functions and
// globals come first in the link.
std::string harnessText(const Program &program, uint32_t entry);

} // namespace coverme

#endif
