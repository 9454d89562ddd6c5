// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/TrustedCall.h"

#include <cerrno>
#include <csignal>
#include <sys/syscall.h>

extern "C" {
long coverme_trusted_call(long number, long a, long b, long c, long d, long e);
extern const char coverme_trusted_return[];
}

// The kernel takes the fourth argument in r10, not in rcx. The place of a call
// is that of the instruction behind it.
asm(".text\n"
    ".local coverme_trusted_call, coverme_trusted_return\n"
    ".type coverme_trusted_call, @function\n"
    "coverme_trusted_call:\n"
    "  movq %rdi, %rax\n"
    "  movq %rsi, %rdi\n"
    "  movq %rdx, %rsi\n"
    "  movq %rcx, %rdx\n"
    "  movq %r8, %r10\n"
    "  movq %r9, %r8\n"
    "  syscall\n"
    "coverme_trusted_return:\n"
    "  ret\n"
    ".size coverme_trusted_call, . - coverme_trusted_call\n");

namespace coverme {

long trustedCall(long number, long a, long b, long c, long d, long e) {
  constexpr long kLeastError = -4095;
  const long result = coverme_trusted_call(number, a, b, c, d, e);
  if (result >= 0 || result < kLeastError)
    return result;
  errno = static_cast<int>(-result);
  return -1;
}

uint64_t placeOfTrustedCalls() {
  return reinterpret_cast<uint64_t>(coverme_trusted_return);
}

pid_t trustedFork() {
  return static_cast<pid_t>(trustedCall(SYS_clone, SIGCHLD));
}

} // namespace coverme
