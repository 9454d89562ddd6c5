// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations are counted. A call that asks for more than the limit at once
// gets nothing, as on a machine with that much memory; one that asks until no
// more is left ends.

// No inline definitions of what is defined here (getline).
#ifndef __NO_INLINE__
#define __NO_INLINE__
#endif

#include "Next.h"

#include <errno.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

namespace coverme {
namespace {

Next<void *(size_t)> nextMalloc("malloc");
Next<void *(size_t, size_t)> nextCalloc("calloc");
Next<void *(void *, size_t)> nextRealloc("realloc");
Next<void *(size_t, size_t)> nextAlignedAlloc("aligned_alloc");
Next<int(void **, size_t, size_t)> nextPosixMemalign("posix_memalign");
Next<void(void *)> nextFree("free");
Next<char *(const char *)> nextStrdup("strdup");
Next<char *(const char *, size_t)> nextStrndup("strndup");
Next<int(char **, const char *, va_list)> nextVasprintf("vasprintf");
Next<ssize_t(char **, size_t *, int, FILE *)> nextGetdelim("getdelim");
Next<void *(void *, size_t, int, int, int, off_t)> nextMmap("mmap");
Next<int(void *, size_t)> nextMunmap("munmap");

bool mayTake(uint64_t size) {
  if (!isInCall())
    return true;
  const coverme_session &session = *currentSession;
  if (size > session.memory) {
    errno = ENOMEM;
    return false;
  }
  if (session.allocated + size > session.memory)
    leaveCall(COVERME_OUT_OF_MEMORY);
  return true;
}

void *counted(void *memory) {
  if (isInCall())
    currentSession->allocated += malloc_usable_size(memory);
  return memory;
}

// What calls give back need not be what they took.
void uncount(uint64_t size) {
  if (!isInCall())
    return;
  uint64_t &allocated = currentSession->allocated;
  allocated -= size < allocated ? size : allocated;
}

// UINT64_MAX for what is larger than all memory.
uint64_t product(uint64_t count, uint64_t size) {
  uint64_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? UINT64_MAX : bytes;
}

} // namespace

void findMemoryFunctions() {
  nextMalloc.find();
  nextCalloc.find();
  nextRealloc.find();
  nextAlignedAlloc.find();
  nextPosixMemalign.find();
  nextFree.find();
  nextStrdup.find();
  nextStrndup.find();
  nextVasprintf.find();
  nextGetdelim.find();
  nextMmap.find();
  nextMunmap.find();
}

} // namespace coverme

using namespace coverme;

extern "C" {

COVERME_GUARD void *malloc(size_t size) noexcept {
  return mayTake(size) ? counted(nextMalloc(size)) : nullptr;
}
COVERME_GUARD void *calloc(size_t count, size_t size) noexcept {
  return mayTake(product(count, size)) ? counted(nextCalloc(count, size))
                                       : nullptr;
}
COVERME_GUARD void *realloc(void *memory, size_t size) noexcept {
  if (!mayTake(size))
    return nullptr;
  const uint64_t before = malloc_usable_size(memory);
  void *moved = nextRealloc(memory, size);
  if (moved == nullptr && size != 0)
    return nullptr; // what was there stays
  uncount(before);
  return counted(moved);
}
COVERME_GUARD void *reallocarray(void *memory, size_t count,
                                 size_t size) noexcept {
  return realloc(memory, product(count, size));
}
COVERME_GUARD void *aligned_alloc(size_t alignment, size_t size) noexcept {
  return mayTake(size) ? counted(nextAlignedAlloc(alignment, size)) : nullptr;
}
COVERME_GUARD int posix_memalign(void **memory, size_t alignment,
                                 size_t size) noexcept {
  if (!mayTake(size))
    return ENOMEM;
  const int error = nextPosixMemalign(memory, alignment, size);
  if (error == 0)
    counted(*memory);
  return error;
}
COVERME_GUARD void free(void *memory) noexcept {
  uncount(malloc_usable_size(memory));
  nextFree(memory);
}

// What libc allocates for its caller to free.

COVERME_GUARD char *strdup(const char *text) noexcept {
  return mayTake(strlen(text) + 1)
             ? static_cast<char *>(counted(nextStrdup(text)))
             : nullptr;
}
COVERME_GUARD char *strndup(const char *text, size_t size) noexcept {
  return mayTake(strnlen(text, size) + 1)
             ? static_cast<char *>(counted(nextStrndup(text, size)))
             : nullptr;
}
COVERME_GUARD int vasprintf(char **text, const char *format,
                            va_list arguments) noexcept {
  mayTake(0);
  const int length = nextVasprintf(text, format, arguments);
  if (length >= 0)
    counted(*text);
  return length;
}
COVERME_GUARD int asprintf(char **text, const char *format, ...) noexcept {
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(text, format, arguments);
  va_end(arguments);
  return length;
}
COVERME_GUARD ssize_t getdelim(char **line, size_t *size, int end, FILE *file) {
  if (line == nullptr || !isInCall())
    return nextGetdelim(line, size, end, file);
  mayTake(0);
  const uint64_t before = malloc_usable_size(*line);
  const ssize_t length = nextGetdelim(line, size, end, file);
  uncount(before);
  counted(*line);
  return length;
}
COVERME_GUARD ssize_t getline(char **line, size_t *size, FILE *file) {
  return getdelim(line, size, '\n', file);
}

// Address space that nobody can write to costs nothing.

COVERME_GUARD void *mmap(void *address, size_t size, int protection, int flags,
                         int file, off_t offset) noexcept {
  const bool counts = (protection & PROT_WRITE) != 0;
  if (counts && !mayTake(size))
    return MAP_FAILED;
  void *memory = nextMmap(address, size, protection, flags, file, offset);
  if (counts && memory != MAP_FAILED && isInCall())
    currentSession->allocated += size;
  return memory;
}
COVERME_GUARD void *mmap64(void *address, size_t size, int protection,
                           int flags, int file, off_t offset) noexcept {
  return mmap(address, size, protection, flags, file, offset);
}
COVERME_GUARD int munmap(void *address, size_t size) noexcept {
  const int error = nextMunmap(address, size);
  if (error == 0)
    uncount(size);
  return error;
}

} // extern "C"
