// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions by which the driver calls any function, static ones too,
// without knowing its type.
#ifndef COVERME_PASS_TRAMPOLINES_H
#define COVERME_PASS_TRAMPOLINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace coverme::pass {

/// For `static float f(float x, int n)`, function 3 of the module:
///
///   define internal void @__coverme_tramp_3(ptr %in, ptr %out) {
///     %x = load float, ptr %in
///     %n.slot = getelementptr i64, ptr %in, i64 1
///     %n = load i32, ptr %n.slot
///     %r = call float @f(float %x, i32 %n) noinline
///     %r.bits = bitcast float %r to i32
///     %r.slot = zext i32 %r.bits to i64
///     store i64 %r.slot, ptr %out
///     ret void
///   }
///
/// The lowest bit of a slot tells a bool. `noinline`, so that the driver calls
/// the code that the rest of the module calls. Functions of other signatures
/// are called by a harness (driver/frontend/c/Harness.h).
/// require: Signature::hasTrampoline
llvm::Function *createTrampoline(llvm::Function &function, uint32_t index);

/// Makes a function that returns the address of the calling thread's variable.
/// require: it is thread-local
llvm::Function *createAddressOf(llvm::GlobalVariable &variable);

/// The module's part of a section of pointers; null stands for itself. Not
/// constant: the addresses are relocated at load time, and a read-only section
/// could not be linked with -z text.
void createPointerTable(llvm::Module &module,
                        llvm::ArrayRef<llvm::Constant *> pointers,
                        const char *section);

} // namespace coverme::pass

#endif
