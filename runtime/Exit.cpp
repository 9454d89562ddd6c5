// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways to end a process, as the code under test sees them: within a call
// they end the call alone. Linked into the code's own object and hidden there,
// so that nobody else is concerned.

#include "Session.h"

#include <sys/syscall.h>
#include <unistd.h>

using namespace coverme;

namespace {

[[noreturn]] void endProcess(int status) {
  if (currentSession != nullptr)
    currentSession->exitStatus = status;
  leaveCall(COVERME_EXITED);
  for (;;) // not from within a call
    ::syscall(SYS_exit_group, status);
}

} // namespace

extern "C" {

void exit(int status) { endProcess(status); }
void quick_exit(int status) { endProcess(status); }
void _exit(int status) { endProcess(status); }
void _Exit(int status) { endProcess(status); }

} // extern "C"
