// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the parameters of the source lie in unoptimised code, and which
// arguments of the IR they are made of.
#ifndef COVERME_PASS_PARAMETERHOMES_H
#define COVERME_PASS_PARAMETERHOMES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace coverme::pass {

struct ParameterHome {
  unsigned number = 0; // of the parameter, from 1 on, as in debug info
  // Its variable; null if it is what an argument with `byval` points to.
  const llvm::AllocaInst *variable = nullptr;
  llvm::SmallVector<unsigned, 2> arguments; // at least one
  // What puts them into the variable.
  llvm::SmallVector<const llvm::Instruction *, 2> initialisers;

  /// A small struct, passed as numbers.
  bool isTakenApart(const llvm::Function &function) const;
};

/// Finds the homes that debug info and the entry block show.
std::vector<ParameterHome> findParameterHomes(const llvm::Function &function);

} // namespace coverme::pass

#endif
