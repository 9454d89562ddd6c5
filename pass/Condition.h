// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks through an i1 to the comparison that decides it.
#ifndef COVERME_PASS_CONDITION_H
#define COVERME_PASS_CONDITION_H

#include "coverme/abi.h"

#include "llvm/IR/Value.h"

namespace coverme::pass {

/// What decides a site, in the terms of abi.def.
///
/// For integers and pointers `op` is a set within {EQUAL, GREATER, LESS}; it
/// contains UNORDERED for floating-point operands only.
struct Comparison {
  coverme_operand_kind kind;
  unsigned op;
  llvm::Value *left; // still of its own type: the hook's may be wider
  llvm::Value *right;
  bool leftIsAbsolute;  // the hook gets fabs(left)
  llvm::Value *decider; // the instruction that compares
  // If not null, the hook gets (left << 32) + leftLow, signed and unsigned.
  llvm::Value *leftLow = nullptr;
  // The instruction whose result the outcome is, for its location: `decider`,
  // or what negates it.
  llvm::Value *located = nullptr;
};

/// An i1 that another one repeats or negates.
struct Decision {
  llvm::Value *value;
  bool negated;
};

/// The first i1 that is known to decide `condition`: what is there before C
/// negates it, widens it to int and compares with zero, or expects a value.
/// require: the entry reaches `condition`; elsewhere SSA values may be cyclic.
Decision resolveCondition(llvm::Value *condition);

/// Describes the comparison behind `condition`, through negations, widening
/// and back, llvm.expect, and freeze:
///
///   %c = fcmp olt double %x, 1.0
///   %w = zext i1 %c to i32
///   %t = icmp eq i32 %w, 0          ; described as: f64, {EQ,GT,UNO}, %x, 1.0
///
/// `(a | b) == 0`, with 32-bit operands, is how libm code asks for one double
/// by its high word (less the wanted one) and its low word. The two are
/// compared as one 64-bit number, in which a step of the double is a step.
///
/// A condition that is not understood is compared itself: it is {GREATER} 0.
/// require: as for resolveCondition
Comparison describeCondition(llvm::Value *condition);

} // namespace coverme::pass

#endif
