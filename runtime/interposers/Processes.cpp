// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What starts another process, becomes another program, or sends a signal to
// anybody but itself ends the call: a search would do it a million times.

#include "Next.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

using namespace coverme;

namespace {

// Not from within a call (a constructor, say), it fails.
int refuse() {
  leaveCall(COVERME_STARTED_PROCESS);
  errno = EAGAIN;
  return -1;
}

int sendSignal(bool toItself, int number) {
  if (number == 0) // asks whether there is such a process
    return toItself ? 0 : (errno = ESRCH, -1);
  if (!toItself)
    return refuse();
  // A handler cannot catch these two.
  if (number == SIGKILL || number == SIGSTOP)
    leaveCall(COVERME_SIGNALLED, number);
  return raise(number);
}

} // namespace

extern "C" {

COVERME_GUARD pid_t fork() noexcept { return refuse(); }
COVERME_GUARD pid_t vfork() noexcept { return refuse(); }
COVERME_GUARD int daemon(int, int) noexcept { return refuse(); }
COVERME_GUARD int system(const char *) { return refuse(); }
COVERME_GUARD FILE *popen(const char *, const char *) {
  refuse();
  return nullptr;
}
COVERME_GUARD int posix_spawn(pid_t *, const char *,
                              const posix_spawn_file_actions_t *,
                              const posix_spawnattr_t *, char *const *,
                              char *const *) {
  refuse();
  return EAGAIN;
}
COVERME_GUARD int posix_spawnp(pid_t *, const char *,
                               const posix_spawn_file_actions_t *,
                               const posix_spawnattr_t *, char *const *,
                               char *const *) {
  refuse();
  return EAGAIN;
}
COVERME_GUARD int execve(const char *, char *const *, char *const *) noexcept {
  return refuse();
}
COVERME_GUARD int execv(const char *, char *const *) noexcept {
  return refuse();
}
COVERME_GUARD int execvp(const char *, char *const *) noexcept {
  return refuse();
}
COVERME_GUARD int execvpe(const char *, char *const *, char *const *) noexcept {
  return refuse();
}
COVERME_GUARD int execl(const char *, const char *, ...) noexcept {
  return refuse();
}
COVERME_GUARD int execlp(const char *, const char *, ...) noexcept {
  return refuse();
}
COVERME_GUARD int execle(const char *, const char *, ...) noexcept {
  return refuse();
}

COVERME_GUARD int kill(pid_t process, int number) noexcept {
  return sendSignal(process == getpid() || process == 0, number);
}
COVERME_GUARD int killpg(pid_t group, int number) noexcept {
  return sendSignal(group == getpgrp() || group == 0, number);
}

} // extern "C"
