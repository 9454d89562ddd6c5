// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions by which the driver calls any function, static ones too,
// without knowing its type.
#ifndef COVERME_PASS_TRAMPOLINES_H
#define COVERME_PASS_TRAMPOLINES_H

#include "Signature.h"

namespace coverme {

/// For `static float f(float x, int *n)`, function 3 of the module:
///
///   define internal void @__coverme_tramp_3(ptr %in, ptr %out) {
///     %x = load float, ptr %in
///     %n.slot = getelementptr i64, ptr %in, i64 1
///     %n.value = load i32, ptr %n.slot
///     %n = alloca i32
///     store i32 %n.value, ptr %n
///     %r = call float @f(float %x, ptr %n) noinline
///     %r.bits = bitcast float %r to i32
///     %r.slot = zext i32 %r.bits to i64
///     store i64 %r.slot, ptr %out
///     ... and the same for what %n holds now, into out[1]
///     ret void
///   }
///
/// The lowest bit of a slot tells a bool. `noinline`, so that the driver calls
/// the code that the rest of the module calls.
/// require: signature.isCallable
llvm::Function *createTrampoline(llvm::Function &function,
                                 const Signature &signature, uint32_t index);

/// The module's part of the section coverme_tramps; null entries where there
/// is no trampoline. Not constant: the addresses are relocated at load time,
/// and a read-only section could not be linked with -z text.
void createTrampolineTable(llvm::Module &module,
                           const std::vector<llvm::Function *> &trampolines);

} // namespace coverme

#endif
