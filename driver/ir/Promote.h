// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables become SSA values, and what was not written to them becomes
// something that LLVM has no opinion about.
#ifndef COVERME_DRIVER_IR_PROMOTE_H
#define COVERME_DRIVER_IR_PROMOTE_H

namespace llvm {
class Module;
class Value;
} // namespace llvm

namespace coverme {

// Runs LLVM's SROA on all functions; their control flow stays. SROA takes
// memory that was not written for what suits it best (of "undefined or 1" it
// makes 1), and folds a NaN as this machine would. So ahead of it, variables
// are filled with the results of calls that it cannot see through, where they
// begin to live, and such calls take the place of NaNs.
void promoteMemory(llvm::Module &module);

// Is the value the result of such a call, so that each use of it may see
// something else?
bool isUnwritten(const llvm::Value &value);
// Is it a NaN, of any sign and payload?
bool isSomeNaN(const llvm::Value &value);

} // namespace coverme

#endif
