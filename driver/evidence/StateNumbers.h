// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What calls leave in variables of the code: numbers that tell whether the
// replay went where our own program did.
#ifndef COVERME_DRIVER_EVIDENCE_STATENUMBERS_H
#define COVERME_DRIVER_EVIDENCE_STATENUMBERS_H

#include "core/Numbers.h"
#include "frontend/c/Symbols.h"

#include <cstdint>
#include <string>
#include <vector>

namespace coverme {

// A variable that a call may write, static ones of functions included.
struct StateVariable {
  uint32_t global = 0; // in Program::globals
  std::vector<ObjectNumber> numbers;
};

// The variables that calls of the entry may write, with their first numbers.
// None is of one thread alone.
std::vector<StateVariable> stateVariables(const Program &program,
                                          const Function &entry);

size_t numberCount(const std::vector<StateVariable> &variables);

// The number's bits in the bytes of its variable.
uint64_t bitsIn(const char *variable, const ObjectNumber &number);

// A variable, as the program of a replay may have it.
struct CodeVariable {
  std::string name;        // as in the source
  std::string linkageName; // in an object of clang's
  bool isLocal = false;    // is it of a function?
  uint32_t bytes = 0;      // that it has
  uint32_t noted = 0;      // the first ones, which have all that is compared
};
std::vector<CodeVariable>
codeVariables(const Program &program,
              const std::vector<StateVariable> &variables);

// What a program that any compiler has made has for the variable. gcc numbers
// the static variables of functions in C, so that it may be any of several.
std::vector<Symbol> symbolsOf(const std::vector<Symbol> &symbols,
                              const CodeVariable &variable);

} // namespace coverme

#endif
