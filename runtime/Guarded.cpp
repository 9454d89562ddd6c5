// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the objects that pointers of the entry point to.

#include "coverme/runtime.h"

#include <sys/mman.h>

namespace {

constexpr unsigned long kPage = 4096;
// Elements of 8 bytes at any index of 32 bits.
constexpr unsigned long kFarGap = 1UL << 34;
// So many objects have it; address space is not endless.
constexpr unsigned kFarObjects = 1000;

char *guarded(unsigned long room, unsigned long gap) {
  auto *all = static_cast<char *>(
      mmap(nullptr, room + 2 * gap, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (all == MAP_FAILED ||
      mprotect(all + gap, room, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  return all + gap;
}

unsigned objects;

} // namespace

__attribute__((visibility("default"))) unsigned long __coverme_gap = kFarGap;

extern "C" void *__coverme_guarded(unsigned long size,
                                   unsigned long alignment) {
  const unsigned long room = (size + kPage - 1) / kPage * kPage;
  char *begin = nullptr;
  if (objects++ < kFarObjects)
    begin = guarded(room, kFarGap);
  if (begin == nullptr) {
    __coverme_gap = kPage;
    begin = guarded(room, kPage);
  }
  return begin == nullptr ? nullptr
                          : begin + (room - size) / alignment * alignment;
}
