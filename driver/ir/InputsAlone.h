// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether what a call does follows from its inputs, whoever compiled it and
// wherever it runs. A proof by running is one for such code only.
#ifndef COVERME_DRIVER_IR_INPUTSALONE_H
#define COVERME_DRIVER_IR_INPUTSALONE_H

#include <string_view>

namespace llvm {
class Function;
class IntrinsicInst;
} // namespace llvm

namespace coverme {

// Are all instructions of the entry, and of what it calls, of kinds that are
// known to give what their operands say? A list of what is known to: so clocks,
// random numbers, addresses as numbers, volatile and foreign memory, memory
// that was not written, code that another file may replace, and whatever we
// have not thought of are not. Functions of libm are taken as they are here.
// require: the module went through promoteMemory().
bool isMadeOfInputs(const llvm::Function &entry);

// May the function of libm set errno? C allows it for any function that may
// have no result in range.
bool maySetErrno(std::string_view function);

// Is it the intrinsic that clang makes of a call of such a function? With
// -fno-math-errno it makes them of many, of modf always from LLVM 22 on. The
// library sets errno all the same.
bool maySetErrno(const llvm::IntrinsicInst &call);

// May the program have another body for the function? A weak one is replaced at
// link time, of an inline definition nobody says whether it is called or the
// external one, and what compilers read differently may be anything.
bool isReplaceable(const llvm::Function &function);

} // namespace coverme

#endif
