// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of functions of the file ahead of the entry's: they make or fill the
// objects that it is given, or leave state behind that it reads.
#ifndef COVERME_DRIVER_FRONTEND_C_SETUPCALLS_H
#define COVERME_DRIVER_FRONTEND_C_SETUPCALLS_H

#include "core/Program.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// A set-up call as one writes it: "geod_init(g, a, f)", "p = make(3)".
struct SetupText {
  std::string target; // the entry's parameter that the result is for, or empty
  std::string function;
  std::vector<std::string> arguments;
};

// Throws Error(BadInput) where the text is no such call.
SetupText parseSetup(const std::string &text);
std::string setupText(const SetupText &call);

// Is an argument a constant, and not the name of an input?
bool isConstantArgument(const std::string &argument);
// Can it be the name of one?
bool isInputName(const std::string &argument);

// The function of this name. Throws Error(BadInput) if there is none, several,
// or one that cannot be called.
uint32_t findSetupFunction(const Program &program, const Function &entry,
                           const std::string &name);

// Is the function of a C++ compiler's own making, which no source calls by
// name? Such functions run initialisers, find thread-local objects, adjust
// pointers, delete objects, suspend coroutines, or end the process.
bool isCompilersOwn(const Function &function);

// Is it the variant of a constructor or destructor that makes or ends a base of
// another object, in a class with virtual bases? It takes a table that no
// source names.
bool isForBaseAlone(const Program &program, const Function &function);

// Does the entry read an object of a type that functions of the file or of
// libraries make: construct, or, by their names, return a pointer to or fill
// without reading it before? What else such an object holds is a guess.
bool readsMadeObjects(const Program &program, uint32_t entry);

// The calls that are worth a try ahead of the entry's, in the order in which
// they would be made: of functions that fill or return what a pointer of the
// entry's leads to, then of those that write variables which the entry reads,
// the entry itself among them. One whose calls go on from each other, if there
// is one, comes last, several times.
// Of functions that are only declared, those in `linked` can be called.
std::vector<std::string> findSetupCalls(const Program &program, uint32_t entry,
                                        const std::set<std::string> &linked);

// Functions that are only declared, by their names in objects.
std::set<std::string> declaredFunctions(const Program &program);

// The most calls that are tried, and the most of the one that is repeated.
// Tests in which one is repeated more than kMaxSetupsMade times continue those
// that have brought something.
constexpr size_t kMaxSetupCalls = 6;
constexpr size_t kMaxRepeatedSetups = 12;

// A call of a plan as one writes it.
SetupText textOf(const Program &program, const Function &entry,
                 const SetupCall &call);

} // namespace coverme

#endif
