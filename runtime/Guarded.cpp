// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the objects that pointers of the entry point to.

#include "coverme/runtime.h"

#include <sys/mman.h>

extern "C" void *__coverme_guarded(unsigned long size) {
  constexpr unsigned long kPage = 4096;
  const unsigned long room = (size + kPage - 1) / kPage * kPage;
  auto *all = static_cast<char *>(mmap(nullptr, room + 2 * kPage, PROT_NONE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (all == MAP_FAILED ||
      mprotect(all + kPage, room, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  return all + kPage + room - size;
}
