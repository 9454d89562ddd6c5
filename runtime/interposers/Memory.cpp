// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations are counted. A call that asks for clearly more than the limit at
// once gets nothing, as on a machine with that much memory; one that asks until
// no more is left ends. So does one that writes behind what it has allocated,
// and libc does not get to see that.

// No inline definitions of what is defined here (getline).
#ifndef __NO_INLINE__
#define __NO_INLINE__
#endif

#include "Allocations.h"
#include "Rooms.h"
#include "StartBlocks.h"
#include "coverme/heap.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Set where all that may free what the code allocates does it by us.
extern "C" {
__attribute__((visibility("default"))) int __coverme_guards_heap = 0;
}

namespace coverme {
namespace {

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
  // The replay's limit is of all that its program has, so that it may give a
  // little more.
  constexpr uint64_t kUnsure = uint64_t{128} << 20;
  coverme_session &session = *currentSession;
  if (size > session.memory + kUnsure) {
    session.notes |= COVERME_NOTE_REFUSED;
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
  else
    addStartBlock(memory);
  return memory;
}

// Behind what a call allocates lie bytes that it may not write.
constexpr size_t kBehind = 256;
constexpr unsigned char kUntouched = 0xb7;

struct Block {
  unsigned char *begin;
  size_t size;
};

// The first ones of the last call that are not freed.
struct Blocks {
  static constexpr size_t kMost = COVERME_MOST_BLOCKS;
  uint64_t epoch = 0;
  size_t count = 0;
  Block list[kMost];

  void begin() {
    if (epoch != currentSession->epoch)
      count = 0;
    epoch = currentSession->epoch;
  }
  bool isFull() const { return count == kMost; }

  Block *find(const void *memory) {
    for (size_t i = 0; i < count; ++i)
      if (list[i].begin == memory)
        return &list[i];
    return nullptr;
  }

  void add(void *memory, size_t size) {
    if (memory == nullptr)
      return;
    list[count++] = {static_cast<unsigned char *>(memory), size};
    memset(static_cast<unsigned char *>(memory) + size, kUntouched, kBehind);
  }

  void remove(Block *block) { *block = list[--count]; }
};

Blocks blocks;

bool isWhole(const Block &block) {
  for (size_t i = 0; i < kBehind; ++i)
    if (block.begin[block.size + i] != kUntouched)
      return false;
  return true;
}

// What a block may have been written to.
size_t sizeOf(void *memory) {
  if (isInCall()) {
    blocks.begin();
    if (const Block *block = blocks.find(memory))
      return block->size;
  }
  return malloc_usable_size(memory);
}

// With zeros behind what was written; of much memory, these cost calloc
// nothing.
void *grown(void *memory, size_t written, size_t size) {
  void *moved = nextCalloc(size, 1);
  if (moved == nullptr || memory == nullptr)
    return moved;
  memcpy(moved, memory, written);
  nextFree(memory);
  return moved;
}

// Of a block that ends here; libc aborts where it finds what is written behind
// it.
void release(void *memory) {
  if (!isInCall())
    return;
  blocks.begin();
  Block *block = blocks.find(memory);
  if (block == nullptr)
    return;
  const bool wasWhole = isWhole(*block);
  blocks.remove(block);
  if (!wasWhole)
    leaveCall(COVERME_SIGNALLED, SIGABRT);
}

// May the allocation of `size` bytes have some behind it?
bool mayGuard(uint64_t size) {
  if (__coverme_guards_heap == 0 || !isInCall() ||
      size > currentSession->memory)
    return false;
  blocks.begin();
  return !blocks.isFull();
}

void *guarded(void *memory, size_t size) {
  blocks.add(memory, size);
  return memory;
}

// What calls give back need not be what they took.
void uncount(uint64_t size) {
  if (!isInCall())
    return;
  uint64_t &allocated = currentSession->allocated;
  allocated -= size < allocated ? size : allocated;
}

// The bytes of a room from here on, or of a start block.
size_t bytesFrom(void *memory) {
  if (const coverme_room *room = roomOf(memory))
    return static_cast<size_t>(room->begin + room->size -
                               static_cast<unsigned char *>(memory));
  return malloc_usable_size(memory);
}

// Gives back what is not libc's to have.
bool giveBackInName(const void *memory) {
  return giveBackRoom(memory) || giveBackStartBlock(memory);
}

// UINT64_MAX for what is larger than all memory.
uint64_t product(uint64_t count, uint64_t size) {
  uint64_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? UINT64_MAX : bytes;
}

} // namespace

void findMemoryFunctions() {
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

__attribute__((visibility("default"))) int coverme_may_take(uint64_t bytes) {
  return mayTake(bytes) ? 1 : 0;
}
__attribute__((visibility("default"))) void
coverme_count_memory(int64_t bytes) {
  if (bytes < 0)
    uncount(-static_cast<uint64_t>(bytes));
  else if (isInCall())
    currentSession->allocated += static_cast<uint64_t>(bytes);
}

bool __coverme_heap_is_whole(void) {
  if (blocks.epoch != currentSession->epoch)
    return true;
  for (size_t i = 0; i < blocks.count; ++i)
    if (!isWhole(blocks.list[i]))
      return false;
  return true;
}

unsigned long __coverme_block_left(const void *place) {
  if (blocks.epoch != currentSession->epoch)
    return 0;
  const auto *at = static_cast<const unsigned char *>(place);
  for (size_t i = 0; i < blocks.count; ++i) {
    const Block &block = blocks.list[i];
    if (at >= block.begin && at < block.begin + block.size)
      return static_cast<unsigned long>(block.begin + block.size - at);
  }
  return 0;
}

// Memory begins as zeros: what it would hold instead, calls and builds would
// not agree about.
COVERME_GUARD void *malloc(size_t size) noexcept {
  if (isToFail() || !mayTake(size))
    return nullptr;
  return counted(mayGuard(size) ? guarded(nextCalloc(size + kBehind, 1), size)
                                : nextCalloc(size, 1));
}
COVERME_GUARD void *calloc(size_t count, size_t size) noexcept {
  const uint64_t all = product(count, size);
  if (isToFail() || !mayTake(all))
    return nullptr;
  return counted(mayGuard(all) ? guarded(nextCalloc(all + kBehind, 1), all)
                               : nextCalloc(count, size));
}
COVERME_GUARD void *realloc(void *memory, size_t size) noexcept {
  if (roomOf(memory) != nullptr || startBlockAt(memory) != nullptr) {
    if (size == 0) { // glibc gives it back
      giveBackInName(memory);
      return nullptr;
    }
    void *moved = malloc(size);
    if (moved == nullptr)
      return nullptr;
    const size_t before = bytesFrom(memory);
    memcpy(moved, memory, before < size ? before : size);
    giveBackInName(memory);
    return moved;
  }
  if (isToFail() || !mayTake(size))
    return nullptr;
  const uint64_t before = malloc_usable_size(memory);
  const uint64_t written = sizeOf(memory);
  release(memory);
  const bool isGuarded = size != 0 && mayGuard(size);
  const size_t all = size + (isGuarded ? kBehind : 0);
  void *moved =
      size > written ? grown(memory, written, all) : nextRealloc(memory, all);
  if (moved == nullptr && size != 0)
    return nullptr; // what was there stays
  uncount(before);
  removeStartBlock(memory);
  return counted(isGuarded ? guarded(moved, size) : moved);
}
COVERME_GUARD void *reallocarray(void *memory, size_t count,
                                 size_t size) noexcept {
  return realloc(memory, product(count, size));
}
COVERME_GUARD void *aligned_alloc(size_t alignment, size_t size) noexcept {
  return !isToFail() && mayTake(size)
             ? counted(nextAlignedAlloc(alignment, size))
             : nullptr;
}
COVERME_GUARD int posix_memalign(void **memory, size_t alignment,
                                 size_t size) noexcept {
  if (isToFail() || !mayTake(size))
    return ENOMEM;
  const int error = nextPosixMemalign(memory, alignment, size);
  if (error == 0)
    counted(*memory);
  return error;
}
COVERME_GUARD void free(void *memory) noexcept {
  if (giveBackInName(memory))
    return;
  release(memory);
  uncount(malloc_usable_size(memory));
  removeStartBlock(memory);
  nextFree(memory);
}

// What libc allocates for its caller to free.

COVERME_GUARD char *strdup(const char *text) noexcept {
  return !isToFail() && mayTake(strlen(text) + 1)
             ? static_cast<char *>(counted(nextStrdup(text)))
             : nullptr;
}
COVERME_GUARD char *strndup(const char *text, size_t size) noexcept {
  return !isToFail() && mayTake(strnlen(text, size) + 1)
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
  if (line == nullptr)
    return nextGetdelim(line, size, end, file);
  if (!isInCall()) {
    removeStartBlock(*line);
    const ssize_t length = nextGetdelim(line, size, end, file);
    addStartBlock(*line);
    return length;
  }
  mayTake(0);
  if (startBlockAt(*line) != nullptr)
    *line = static_cast<char *>(realloc(*line, *size));
  const uint64_t before = malloc_usable_size(*line);
  release(*line);
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
