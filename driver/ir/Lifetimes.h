// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long local variables live.
#ifndef COVERME_DRIVER_IR_LIFETIMES_H
#define COVERME_DRIVER_IR_LIFETIMES_H

namespace llvm {
class AllocaInst;
} // namespace llvm

namespace coverme {

// Is there a use of the variable's address behind the end of its life, where it
// may be anything (C17 6.2.4, 2)? gcc returns a null pointer for it. What is
// read at such an address may be anything, too.
bool isNamedWhenDead(const llvm::AllocaInst &slot);

} // namespace coverme

#endif
