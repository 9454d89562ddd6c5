// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has the kernel refuse what the code under test must not do, however it asks:
// the interposers (runtime/interposers/) see only calls by libc's names.
#ifndef COVERME_DRIVER_EXECUTE_SANDBOX_H
#define COVERME_DRIVER_EXECUTE_SANDBOX_H

#include "execute/LoadedObject.h"

#include <csignal>
#include <filesystem>
#include <optional>
#include <ucontext.h>

namespace coverme {

// From now on, and for the rest of its life, the process
// - starts no other one, becomes no other program, signals no other one, and
//   sends itself neither SIGKILL nor SIGSTOP: such a call raises SIGSYS
//   (forbiddenCall tells which it was), and fails if the handler returns;
// - traces no process, reads and writes no other one's memory, changes neither
//   its user and groups, nor its priority, limits, root folder, namespaces,
//   time and mounts, nor what ends it with its parent: such a call fails with
//   EPERM.
// Trusted calls (support/TrustedCall.h) are let through. Threads may be
// started. Where the kernel has no filters, this changes nothing. A file that
// the process writes may not grow beyond 64 MiB.
void enterSandbox();

// Calls enterSandbox, then loadObject, so that the object's constructors run
// inside the sandbox. When this returns, the worker counts as loaded
// (Worker.h).
LoadedObject loadInSandbox(const std::filesystem::path &sharedObject,
                           const Program &program);

// A system call that the sandbox has stopped.
struct ForbiddenCall {
  int signal = 0; // SIGKILL or SIGSTOP, sent to the process itself; else 0
};

// For a handler of SIGSYS: the call that the sandbox has stopped; nullopt if
// somebody raised the signal.
std::optional<ForbiddenCall> forbiddenCall(const siginfo_t &info,
                                           const ucontext_t &context);

// For a handler of SIGSYS that returns: the call fails with EAGAIN.
void failForbiddenCall(ucontext_t &context);

} // namespace coverme

#endif
