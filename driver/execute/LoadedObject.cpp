// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execute/LoadedObject.h"

#include "coverme/allocations.h"
#include "coverme/fuel.h"
#include "coverme/heap.h"
#include "coverme/own_code.h"
#include "coverme/start_blocks.h"
#include "execute/StartBlocks.h"
#include "support/AddressSanitizer.h"
#include "support/Error.h"

#include <algorithm>
#include <dlfcn.h>
#include <link.h>
#include <sys/statvfs.h>

namespace coverme {
namespace {

template <class Function> Function *symbol(void *handle, const char *name) {
  void *address = ::dlsym(handle, name);
  if (address == nullptr)
    fail(ExitCode::BadInput, "the instrumented object lacks '{}'", name);
  return reinterpret_cast<Function *>(address);
}

std::span<coverme_room> roomsOf(void *handle) {
  auto *rooms = static_cast<coverme_room *>(::dlsym(handle, COVERME_ROOMS));
  const auto *count =
      static_cast<const uint64_t *>(::dlsym(handle, COVERME_ROOM_COUNT));
  if (rooms == nullptr || count == nullptr)
    return {};
  return {rooms, *count};
}

// Known when the object is loaded: its constructors make the rooms.
uint64_t gapOf(void *handle) {
  const auto *gap = static_cast<const uint64_t *>(::dlsym(handle, COVERME_GAP));
  return gap != nullptr ? *gap : 0;
}

// The project's libraries call the object's interposers, too, as they look up
// names there first. Not in C++: they would also have variables of its library
// for themselves, std::cout say, that are the tool's for everybody else. A
// sanitizer's process does not have it at all.
bool sharesInterposers(const Program &program) {
  return !hasCxxNames(program) && &__asan_unpoison_memory_region == nullptr;
}

std::vector<CodeRange> loadedCode() {
  std::vector<CodeRange> ranges;
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        for (const auto &header : std::span(info->dlpi_phdr, info->dlpi_phnum))
          if (const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
              header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0)
            static_cast<std::vector<CodeRange> *>(data)->push_back(
                {begin, begin + header.p_memsz});
        return 0;
      },
      &ranges);
  return ranges;
}

// What is loaded now and was not before. Of the object, whose code is at `own`,
// what lies behind `end`, which is null without interposers.
std::vector<CodeRange> codeOfOthers(const std::vector<CodeRange> &before,
                                    uintptr_t own, uintptr_t end) {
  std::vector<CodeRange> ranges = loadedCode();
  std::erase_if(ranges, [&](const CodeRange &range) {
    return (range.contains(own) && !range.contains(end)) ||
           std::ranges::any_of(before, [&](const CodeRange &old) {
             return old.begin == range.begin;
           });
  });
  for (CodeRange &range : ranges)
    if (range.contains(own))
      range.begin = std::max(own, end);
  return ranges;
}

} // namespace

LoadedObject loadObject(const std::filesystem::path &sharedObject,
                        const Program &program) {
  // RTLD_NOW: a missing symbol is an error here, not a crash later.
  const bool isShared = sharesInterposers(program);
  const std::vector<CodeRange> before = loadedCode();
  void *handle = nullptr;
  {
    const StartBlockRecording recording;
    handle = ::dlopen(sharedObject.c_str(),
                      RTLD_NOW | RTLD_LOCAL | (isShared ? RTLD_DEEPBIND : 0));
  }
  if (handle == nullptr) {
    const char *reason = ::dlerror();
    struct statvfs system{};
    const bool mayRun = ::statvfs(sharedObject.c_str(), &system) != 0 ||
                        (system.f_flag & ST_NOEXEC) == 0;
    fail(ExitCode::BadInput, "cannot load the instrumented object: {}{}",
         reason,
         mayRun ? ""
                : "; no program runs there (mounted noexec): TMPDIR names "
                  "another place");
  }
  // Not all objects are linked with interposers.
  if (void *prepare = ::dlsym(handle, "coverme_prepare_interposers"))
    reinterpret_cast<decltype(&coverme_prepare_interposers)>(prepare)();
  if (void *guards = ::dlsym(handle, COVERME_GUARDS_HEAP))
    *static_cast<int *>(guards) = isShared;
  setStartBlockOwner(reinterpret_cast<decltype(&coverme_give_back_start_block)>(
      ::dlsym(handle, "coverme_give_back_start_block")));
  const auto siteCount =
      symbol<decltype(coverme_site_count)>(handle, "coverme_site_count")();
  const auto functionCount = symbol<decltype(coverme_function_count)>(
      handle, "coverme_function_count")();
  if (siteCount != program.sites.size() ||
      functionCount != program.functions.size())
    fail(ExitCode::BadInput,
         "'{}' has code for {} sites and {} functions, but tables for {} "
         "and {}",
         sharedObject.string(), siteCount, functionCount, program.sites.size(),
         program.functions.size());
  const auto call = symbol<decltype(coverme_call)>(handle, "coverme_call");
  return {
      symbol<decltype(coverme_attach)>(handle, "coverme_attach"),
      call,
      symbol<decltype(coverme_leave_call)>(handle, "coverme_leave_call"),
      symbol<decltype(coverme_states)>(handle, "coverme_states")(),
      symbol<decltype(coverme_globals)>(handle, "coverme_globals")(),
      roomsOf(handle),
      gapOf(handle),
      static_cast<int *>(::dlsym(handle, COVERME_ROOMS_AHEAD)),
      static_cast<const int *>(::dlsym(handle, COVERME_SETTING_UP)),
      static_cast<const unsigned long *>(
          ::dlsym(handle, COVERME_USED_UP_STUBS)),
      static_cast<const unsigned long *>(::dlsym(handle, COVERME_ALLOCATIONS)),
      reinterpret_cast<decltype(&coverme_may_take)>(
          ::dlsym(handle, "coverme_may_take")),
      reinterpret_cast<decltype(&coverme_count_memory)>(
          ::dlsym(handle, "coverme_count_memory")),
      symbol<const uint64_t *()>(handle, COVERME_FUEL_LEFT)(),
      codeOfOthers(before, reinterpret_cast<uintptr_t>(call),
                   reinterpret_cast<uintptr_t>(
                       ::dlsym(handle, "coverme_end_of_own_code"))),
      reinterpret_cast<decltype(&coverme_note_texts)>(
          ::dlsym(handle, "coverme_note_texts"))};
}

} // namespace coverme
