// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps to a place that setjmp has kept. One to a function that has returned,
// or to none at all, ends the call.

#include "Next.h"

#include <setjmp.h>

namespace coverme {
namespace {

// As large as a stack may be.
constexpr intptr_t kMostStack = intptr_t{1} << 30;

// `code`: 1 where a function of this call has kept the place, and returned.
[[noreturn]] void badJump(int code) {
  leaveCall(COVERME_JUMPED, code);
  __builtin_trap(); // not from within a call
}

Next<void(jmp_buf, int)> nextLongjmp("_longjmp");
Next<void(sigjmp_buf, int)> nextSiglongjmp("siglongjmp");

// glibc keeps the stack pointer in the seventh word, exclusive-ored with a
// secret of the thread's control block and rotated by 17 bits
// (sysdeps/x86_64/jmpbuf-offsets.h and sysdeps/unix/sysv/linux/x86_64/
// pointer_guard.h of glibc 2.36).
const void *stackPointerIn(const __jmp_buf_tag *place) {
  constexpr int kStackPointer = 6;
  constexpr int kRotation = 2 * 8 + 1;
  auto bits = static_cast<uint64_t>(place->__jmpbuf[kStackPointer]);
  bits = bits >> kRotation | bits << (64 - kRotation);
  uint64_t secret;
  asm("movq %%fs:0x30, %0" : "=r"(secret));
  return reinterpret_cast<const void *>(bits ^ secret);
}

// `frame` is the interposer's, with the frame pointer and the return address of
// who called it, whose own frame and those above it may be jumped to.
void check(const __jmp_buf_tag *place, const void *frame) {
  const void *target = stackPointerIn(place);
  const void *caller = static_cast<const void *const *>(frame) + 2;
  if (!isInCall() || (target >= caller && target < startOfCallStack()))
    return;
  const auto below =
      reinterpret_cast<intptr_t>(caller) - reinterpret_cast<intptr_t>(target);
  badJump(below > 0 && below < kMostStack ? 1 : 0);
}

} // namespace

void findJumpFunctions() {
  nextLongjmp.find();
  nextSiglongjmp.find();
}

} // namespace coverme

using namespace coverme;

extern "C" {

COVERME_GUARD void longjmp(jmp_buf place, int value) noexcept {
  check(place, __builtin_frame_address(0));
  nextLongjmp(place, value);
  __builtin_unreachable();
}
COVERME_GUARD void _longjmp(jmp_buf place, int value) noexcept {
  check(place, __builtin_frame_address(0));
  nextLongjmp(place, value);
  __builtin_unreachable();
}
COVERME_GUARD void siglongjmp(sigjmp_buf place, int value) noexcept {
  check(place, __builtin_frame_address(0));
  nextSiglongjmp(place, value);
  __builtin_unreachable();
}

} // extern "C"
