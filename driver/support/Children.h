// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forks processes, and lists those below one.
#ifndef COVERME_DRIVER_SUPPORT_CHILDREN_H
#define COVERME_DRIVER_SUPPORT_CHILDREN_H

#include <sys/types.h>
#include <vector>

namespace coverme {

// Forks, as fork(2) does, a child that dies when its parent does. Throws
// Error(Internal).
pid_t forkChild();

// From now on, this process gets `signal` when its parent dies. It ends at
// once, with status 128 + SIGKILL, if `parent` is not its parent any more.
void followParent(pid_t parent, int signal);

// The children of all threads of a process, with those that have ended and were
// not waited for. None of a process that is not there.
std::vector<pid_t> childrenOf(pid_t parent);

// The same where the kernel keeps no lists of children: reads what /proc has of
// every process.
std::vector<pid_t> scanForChildren(pid_t parent);

} // namespace coverme

#endif
