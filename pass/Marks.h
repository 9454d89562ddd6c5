// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes sites of the places that an input is asked to reach.
#ifndef COVERME_PASS_MARKS_H
#define COVERME_PASS_MARKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"

#include <string>

namespace coverme::pass {

/// The branches that stand for marks, each with its place in the words of
/// coverme/marks.h. For look-up only: never iterated.
using Marks = llvm::DenseMap<const llvm::Instruction *, std::string>;

/// Rewrites, at each place in `functions` (of `module`) that `places` (the
/// value of COVERME_MARKS_VARIABLE) names,
///
///   head:  ...
///          call void @g()
/// to
///   head:  ...
///          br i1 true, label %mark.next, label %mark.never
///   mark.next:
///          call void @g()
///   ...
///   mark.never:
///          unreachable
///
/// so that the mark is a decision for all that looks at decisions, and nothing
/// for the optimiser. Of the blocks with a line, those are left out that
/// another one dominates: who gets there has passed a mark of the line.
/// Reports a place that it does not understand as an error.
Marks insertMarks(llvm::Module &module,
                  llvm::ArrayRef<llvm::Function *> functions,
                  llvm::StringRef places);

} // namespace coverme::pass

#endif
