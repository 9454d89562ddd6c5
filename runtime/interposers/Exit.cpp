// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways to end a process: within a call they end the call alone.

#include "Next.h"

#include <sys/syscall.h>
#include <unistd.h>

using namespace coverme;

namespace {

[[noreturn]] void endProcess(int status) {
  leaveCall(COVERME_EXITED, status);
  for (;;) // not from within a call
    ::syscall(SYS_exit_group, status);
}

} // namespace

extern "C" {

COVERME_GUARD void exit(int status) { endProcess(status); }
COVERME_GUARD void quick_exit(int status) { endProcess(status); }
COVERME_GUARD void _exit(int status) { endProcess(status); }
COVERME_GUARD void _Exit(int status) { endProcess(status); }

} // extern "C"
