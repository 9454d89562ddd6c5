// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the plan of an entry's inputs: from its signature to the numbers that a
// search works on.
#ifndef COVERME_DRIVER_FRONTEND_C_INPUTS_H
#define COVERME_DRIVER_FRONTEND_C_INPUTS_H

#include "core/InputBounds.h"
#include "core/Program.h"
#include "options/Options.h"
#include "support/Error.h"

#include <set>

namespace coverme {

// The plan of the entry's inputs:
//
// - numbers are themselves; complex ones, long double and 128-bit integers are
//   two slots each;
// - a pointer gets an object of its own: as many elements as --array or the
//   declaration says, or as the code reaches by constant indices, at least one;
//   a char * a string of at most kStringLength characters; what is behind a
//   pointer in an object gets one element; further ones are null, or made when
//   calls get there;
// - a pointer to a function gets one that is made up;
// - a FILE * gets a stream, whose text is inputs, and which takes what is
//   written to it;
// - structs are their members, unions their largest one (the first of several),
//   or, where pointers are beside others, what an input says;
// - what the code never reads ahead of writing it is zero, and no input;
// - then come the globals and the rounding mode that the user asks for, and
//   what stubs and __VERIFIER_nondet_ functions return;
// - the new inputs of options.setups (SetupCalls.h);
// - then the choices: which member a union has, and which far pointers are not
//   null (Condition); where pointers lead (Aliases.h);
// - last, if options.setupsAreChoices, which set-up calls are made.
//
// `undefined` names functions that nobody defines, for --stub-undefined;
// `assumed` bounds inputs beyond --range (frontend/c/Assumptions.h).
// Throws Error(BadInput) naming what cannot be given, or the option that does
// not fit, and what would.
InputPlan planInputs(const Program &program, uint32_t entry,
                     const InputOptions &options,
                     const std::set<std::string> &undefined = {},
                     const std::vector<AssumedBound> &assumed = {});

// The error, about an option of the inputs, with the place in front where a
// settings file says that.
Error withPlace(const InputOptions &options, const Error &error);

// The most numbers in objects that are inputs; further ones are zero.
constexpr size_t kMaxInputs = 1000;
// Characters of a text, or as many as the longest literal that it is compared
// with has.
constexpr uint32_t kStringLength = 24;
// The words that a main is given behind its name, and their characters.
constexpr uint32_t kWords = 3;
constexpr uint32_t kWordLength = 16;
// Elements of a flexible array at the end of an object.
constexpr uint32_t kFlexibleElements = 8;
// Characters of the text that a stream of C++ gives, and bytes of a FILE: more
// than the headers of common files have.
constexpr uint32_t kStreamLength = 32;
constexpr uint32_t kFileLength = 64;
// Bytes of an object of a type that is only declared; they are zeros.
constexpr uint32_t kOpaqueBytes = 64;

// Bytes of a variable that nobody defines and whose size is not known.
constexpr uint32_t kUnknownVariableBytes = 4096;
// The most elements of an array that a parameter counts.
constexpr uint32_t kCountedElements = 8;
// Results of a stub, and numbers that it writes through a pointer, that are
// inputs of their own: to begin with, and where calls use these results up.
constexpr uint32_t kStubResults = 4;
constexpr uint32_t kMoreStubResults = 16;
// Bytes that a stub transfers, as read() does.
constexpr uint32_t kStubBytes = 48;
// The least size in bytes of an object that a stub returns a pointer to.
constexpr uint32_t kStubObjectBytes = 256;
// Entries of a made-up table of virtual functions: more than classes have.
constexpr uint32_t kMaxVirtualFunctions = 64;
// Draws of each __VERIFIER_nondet_ function.
constexpr uint32_t kDraws = 16;

// Does the mangled name denote what C++ emits for a class where that is
// defined: its table of virtual functions, or the information on its type?
inline bool isOfClass(std::string_view name) {
  return name.starts_with("_ZTV") || name.starts_with("_ZTI");
}

} // namespace coverme

#endif
