// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/StartBlocks.h"

#include <cstdlib>
#include <malloc.h>
#include <new>
#include <utility>

namespace coverme {
namespace {

std::set<void *> blocks;
thread_local bool isLoading = false;   // an object
thread_local bool isRecording = false; // its constructors run
int (*owner)(const void *memory) = nullptr;
bool isKeeping = false;
decltype(&coverme_may_take) mayTake = nullptr;
decltype(&coverme_count_memory) countMemory = nullptr;

} // namespace

StartBlockRecording::StartBlockRecording() {
  blocks.clear();
  isLoading = true;
}

StartBlockRecording::~StartBlockRecording() { isLoading = isRecording = false; }

const std::set<void *> &startBlocks() { return blocks; }

void setStartBlockOwner(int (*giveBack)(const void *memory)) {
  owner = giveBack;
}

void keepStartBlocks(bool on) { isKeeping = on && owner != nullptr; }

void countNew(decltype(&coverme_may_take) limit,
              decltype(&coverme_count_memory) counter) {
  mayTake = counter != nullptr ? limit : nullptr;
  countMemory = limit != nullptr ? counter : nullptr;
}

} // namespace coverme

using namespace coverme;

extern "C" {

void coverme_begin_start_blocks(void) { isRecording = isLoading; }

void coverme_add_start_block(void *block) {
  // What the set itself takes is none.
  if (!std::exchange(isRecording, false))
    return;
  if (block != nullptr)
    blocks.insert(block);
  isRecording = true;
}

void coverme_remove_start_block(void *block) {
  if (!std::exchange(isRecording, false))
    return;
  blocks.erase(block);
  isRecording = true;
}

} // extern "C"

// A sanitizer has operators of its own; gcc and clang tell of it differently.
#ifdef __has_feature
#define COVERME_HAS_ASAN __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define COVERME_HAS_ASAN 1
#else
#define COVERME_HAS_ASAN 0
#endif
#if !COVERME_HAS_ASAN

namespace {

void count(void *memory, int64_t sign) {
  if (countMemory != nullptr)
    countMemory(sign * static_cast<int64_t>(malloc_usable_size(memory)));
}

void *recorded(void *memory) {
  count(memory, 1);
  if (isRecording)
    coverme_add_start_block(memory);
  return memory;
}

void *allocate(std::size_t size, std::size_t alignment) {
  const std::size_t bytes = size != 0 ? size : 1;
  for (;;) {
    void *memory = nullptr;
    if (mayTake == nullptr || mayTake(bytes) != 0)
      memory = alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__
                   ? std::malloc(bytes)
                   : std::aligned_alloc(alignment,
                                        (bytes + alignment - 1) & -alignment);
    if (memory != nullptr)
      return recorded(memory);
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr)
      throw std::bad_alloc();
    handler();
  }
}

void release(void *memory) {
  if (memory == nullptr || (isKeeping && owner(memory) != 0))
    return;
  if (isRecording)
    coverme_remove_start_block(memory);
  count(memory, -1);
  std::free(memory);
}

} // namespace

// The other forms of the C++ library call these ([new.delete]).
void *operator new(std::size_t size) { return allocate(size, 1); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept { release(memory); }
void operator delete(void *memory, std::size_t) noexcept { release(memory); }
void operator delete(void *memory, std::align_val_t) noexcept {
  release(memory);
}

#endif
