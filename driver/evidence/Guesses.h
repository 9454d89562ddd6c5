// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells findings that depend on a guess of coverme's from those that do not.
#ifndef COVERME_DRIVER_EVIDENCE_GUESSES_H
#define COVERME_DRIVER_EVIDENCE_GUESSES_H

#include "core/InputSpace.h"
#include "core/Program.h"
#include "evidence/Reproducer.h"

namespace coverme {

// Does a finding of the entry with this input depend on what coverme has
// guessed, so that no caller need ever do the like? That is so where
// - a set-up call is made that nobody has asked for;
// - functions make the objects that it reads, nobody has said which one to
//   call, and it crashes or does not end;
// - an allocation fails, or asks for more memory at once than a call may take;
// - pointers lead to the same object, or to a variable;
// - ordersStrangers();
// - choosesMembers(), or a function is made up that it may call by its name: it
//   crashes, or does not end;
// - an object is freed that is not from the heap;
// - a longjmp goes to a place that a caller would have to keep by setjmp;
// - a null pointer is used that may be one that coverme, or an initialisation
//   that was not called, has left null, or that a function made up returns;
// - an address is used that is near nothing, and may be that of an element far
//   behind an object whose size is a guess.
bool hangsOnGuess(const Program &program, uint32_t entry,
                  const Finding &finding, const Fault &fault,
                  const Input &input);

// Does a pointer that the code has for the end of a range lead to an object of
// its own? C says nothing of their order then (C17 6.5.8, 5), and objects lie
// elsewhere in each build.
bool ordersStrangers(const InputPlan &plan, const Input &input);

// Does the code compare or subtract pointers that its caller gives it? What
// comes of that for different objects is another thing in each build.
bool comparesAddresses(const Function &entry);

// Does an input say which struct an object is, or which member a union has? The
// code may know that by what another member holds.
bool choosesMembers(const InputPlan &plan);

} // namespace coverme

#endif
