// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small changes of the code, which tests should notice.
#ifndef COVERME_PASS_MUTANTS_H
#define COVERME_PASS_MUTANTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <vector>

namespace coverme::pass {

/// A mutant: a change of what an instruction does.
struct Mutant {
  enum class Kind {
    Operation, ///< another one, with the same operands
    Predicate, ///< of a comparison, which `predicate` replaces
    Outcome,   ///< of a comparison, which always has it: `index`
    Result,    ///< of a load from a constant: slightly another one
    Operand,   ///< a constant, of that `index`: slightly another one
  };
  llvm::Instruction *at;
  Kind kind;
  unsigned index = 0;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
};

/// The mutants of the functions that the environment names (coverme/mutants.h),
/// in the order of their instructions; none of what clang adds itself.
std::vector<Mutant> findMutants(llvm::ArrayRef<llvm::Function *> functions);

/// Inserts the mutants, each behind a test of its number:
///
///   %sum = fadd double %a, %b
/// becomes
///   %sum = fadd double %a, %b
///   %other = fsub double %a, %b
///   ...                      ; words[7] |= the two differ
///   %is = icmp eq i32 %active, 7
///   %value = select i1 %is, double %other, double %sum
///
/// What is added has no effects but those on the words.
void insertMutants(llvm::Module &module, llvm::ArrayRef<Mutant> mutants);

} // namespace coverme::pass

#endif
