// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// System calls from one place in our code, by which a sandbox tells them from
// those of the code that it holds (execute/Sandbox.h).
#ifndef COVERME_DRIVER_SUPPORT_TRUSTEDCALL_H
#define COVERME_DRIVER_SUPPORT_TRUSTEDCALL_H

#include <cstdint>
#include <sys/types.h>

namespace coverme {

// The system call with this number (SYS_...). Returns its result, or -1 with
// errno set.
long trustedCall(long number, long a = 0, long b = 0, long c = 0, long d = 0,
                 long e = 0);

// The address that the kernel sees such calls come from.
uint64_t placeOfTrustedCalls();

// fork without libc's handlers: the child may only do what a signal handler
// may, until it becomes another program.
pid_t trustedFork();

} // namespace coverme

#endif
