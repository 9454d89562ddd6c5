// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/StateImage.h"

#include "execute/StartBlocks.h"

#include <link.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

// The program's way to variables of a thread (ELF Handling For Thread-Local
// Storage, section 3): of a module, and the offset in its part.
extern "C" void *__tls_get_addr(size_t *moduleAndOffset);

namespace coverme {
namespace {

struct Extent {
  char *begin = nullptr, *end = nullptr;
};

// What the object's program headers say of its memory.
struct Layout {
  const char *inside; // an address of its code
  std::vector<Extent> writable;
  Extent constant; // written by the loader, and read-only since
  Extent ofThread;
};

Extent extentOf(const dl_phdr_info &object, const ElfW(Phdr) & segment) {
  auto *begin = reinterpret_cast<char *>(object.dlpi_addr + segment.p_vaddr);
  return {begin, begin + segment.p_memsz};
}

bool contains(const Extent &extent, const char *address) {
  return extent.begin <= address && address < extent.end;
}

int takeLayout(dl_phdr_info *object, size_t, void *data) {
  Layout &layout = *static_cast<Layout *>(data);
  const std::vector<ElfW(Phdr)> segments(
      object->dlpi_phdr, object->dlpi_phdr + object->dlpi_phnum);
  if (std::none_of(segments.begin(), segments.end(),
                   [&](const ElfW(Phdr) & segment) {
                     return segment.p_type == PT_LOAD &&
                            contains(extentOf(*object, segment), layout.inside);
                   }))
    return 0; // another one
  for (const ElfW(Phdr) & segment : segments)
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0)
      layout.writable.push_back(extentOf(*object, segment));
    else if (segment.p_type == PT_GNU_RELRO)
      layout.constant = extentOf(*object, segment);
    else if (segment.p_type == PT_TLS && object->dlpi_tls_modid != 0) {
      std::array<size_t, 2> place{object->dlpi_tls_modid, 0};
      auto *begin = static_cast<char *>(__tls_get_addr(place.data()));
      layout.ofThread = {begin, begin + segment.p_memsz};
    }
  // The loader protects whole pages.
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  layout.constant.end -=
      reinterpret_cast<uintptr_t>(layout.constant.end) & (page - 1);
  return 1;
}

} // namespace

StateImage::StateImage(const LoadedObject &object, size_t siteCount) {
  Layout layout{reinterpret_cast<const char *>(object.call), {}, {}, {}};
  ::dl_iterate_phdr(takeLayout, &layout);
  std::vector<Extent> kept{layout.constant};
  if (siteCount != 0)
    kept.push_back({reinterpret_cast<char *>(object.states),
                    reinterpret_cast<char *>(object.states) + siteCount});
  std::sort(kept.begin(), kept.end(),
            [](const Extent &a, const Extent &b) { return a.begin < b.begin; });
  for (const Extent &segment : layout.writable) {
    char *from = segment.begin;
    for (const Extent &gap : kept) {
      add(from, std::clamp(gap.begin, from, segment.end));
      from = std::clamp(gap.end, from, segment.end);
    }
    add(from, segment.end);
  }
  add(layout.ofThread.begin, layout.ofThread.end);
  for (void *block : startBlocks())
    addBlock(block);
  std::sort(list.begin(), list.end(),
            [](const coverme_region &a, const coverme_region &b) {
              return a.live < b.live;
            });
  keepStartBlocks(!startBlocks().empty());
}

StateImage::~StateImage() { keepStartBlocks(false); }

void StateImage::add(char *begin, char *end) {
  if (begin == end)
    return;
  copies.emplace_back(begin, end);
  list.push_back({begin, copies.back().data(), copies.back().size(), 0, 0});
}

void StateImage::addBlock(void *block) {
  // Copied ahead of each call, a larger one would take longer than most calls.
  constexpr size_t kLargest = size_t{16} << 20;
  auto *begin = static_cast<char *>(block);
  const size_t size = ::malloc_usable_size(block);
  copies.emplace_back(begin, begin + (size <= kLargest ? size : 0));
  list.push_back({block, copies.back().data(), copies.back().size(), 1, 0});
}

} // namespace coverme
