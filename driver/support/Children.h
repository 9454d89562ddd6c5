// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who is below a process.
#ifndef COVERME_DRIVER_SUPPORT_CHILDREN_H
#define COVERME_DRIVER_SUPPORT_CHILDREN_H

#include <sys/types.h>
#include <vector>

namespace coverme {

// The children of all threads of a process, with those that have ended and were
// not waited for. None of a process that is not there.
std::vector<pid_t> childrenOf(pid_t parent);

// The same where the kernel keeps no lists of children: reads what /proc has of
// every process.
std::vector<pid_t> scanForChildren(pid_t parent);

} // namespace coverme

#endif
