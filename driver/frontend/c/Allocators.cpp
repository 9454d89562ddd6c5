// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Allocators.h"

#include "coverme/heap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace coverme {
namespace {

constexpr const char *kCounting = R"(
#define COVERME_FAIL_ALLOCATION(which)                                         \
  (coverme_allocations = 0, coverme_failing = (which))

/* They are called ahead of a sanitizer's start, too. */
#define COVERME_PLAIN                                                          \
  __attribute__((no_sanitize("address"), no_sanitize("undefined")))

/* One of the allocations of a call fails. */
static unsigned long long coverme_failing, coverme_allocations;

struct coverme_place {
  const char *file;
  void *base;
  const char *name;
  void *symbol;
};
COVERME_EXTERN_C int coverme_find_place(const void *, struct coverme_place *)
    __asm__("dladdr");
COVERME_EXTERN_C void *coverme_find_next(void *, const char *)
    __asm__("dlsym");
COVERME_EXTERN_C int *coverme_errno(void) __asm__("__errno_location");
)";

// libc has dlsym.
constexpr const char *kCountsLibraries = R"(
COVERME_PLAIN static int coverme_counts(const void *code) {
  struct coverme_place place, libc;
  return coverme_find_place(code, &place) == 0 ||
         coverme_find_place((const void *)coverme_find_next, &libc) == 0 ||
         place.base != libc.base;
}
)";

constexpr const char *kCountsProgram = R"(
COVERME_PLAIN static int coverme_counts(const void *code) {
  struct coverme_place place, own;
  return coverme_find_place(code, &place) == 0 ||
         coverme_find_place(&coverme_failing, &own) == 0 ||
         place.base == own.base;
}
)";

constexpr const char *kFailing = R"(
COVERME_PLAIN static int coverme_fails(const void *caller) {
  if (coverme_failing == 0 || !coverme_counts(caller) ||
      ++coverme_allocations != coverme_failing)
    return 0;
  *coverme_errno() = 12; /* ENOMEM */
  return 1;
}
)";

struct Allocator {
  const char *name, *result, *parameters, *arguments;
  const char *failure; // what it returns
};

// The blocks of a call, as the search knows them
// (runtime/interposers/Memory.cpp).
constexpr const char *kBlocks = R"(
#define COVERME_FORGET_BLOCKS() (coverme_block_count = 0)
#define COVERME_BLOCK_LEFT coverme_block_left

/* The first ones of a call that are not freed. */
static struct coverme_block {{
  char *begin;
  unsigned long size;
}} coverme_blocks[{most}];
static unsigned long coverme_block_count;

/* How many bytes does a block have from there on? */
#if defined(__SANITIZE_ADDRESS__)
#define COVERME_ASKS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COVERME_ASKS_SANITIZER
#endif
#endif
#ifdef COVERME_ASKS_SANITIZER
COVERME_EXTERN_C const char *coverme_locate(void *, char *, unsigned long,
                                            void **, unsigned long *)
    __asm__("__asan_locate_address");
#endif
__attribute__((unused)) static unsigned long
coverme_block_left(const void *place) {{
  const char *const at = (const char *)place;
  unsigned long i;
  for (i = 0; i < coverme_block_count; ++i)
    if (at >= coverme_blocks[i].begin &&
        at < coverme_blocks[i].begin + coverme_blocks[i].size)
      return (unsigned long)(coverme_blocks[i].begin +
                             coverme_blocks[i].size - at);
#ifdef COVERME_ASKS_SANITIZER
  /* Its functions may be called in place of these. */
  if (coverme_block_count == 0) {{
    void *begin = 0;
    unsigned long size = 0;
    const char *const kind = coverme_locate((void *)place, 0, 0, &begin, &size);
    if (kind != 0 && kind[0] == 'h' && kind[4] == 0 && /* "heap" */
        at >= (const char *)begin && at < (const char *)begin + size)
      return (unsigned long)((const char *)begin + size - at);
  }}
#endif
  return 0;
}}

COVERME_PLAIN static void *coverme_keep(void *block, unsigned long size,
                                        const void *caller) {{
  if (block != 0 && coverme_block_count != {most} && coverme_counts(caller)) {{
    coverme_blocks[coverme_block_count].begin = (char *)block;
    coverme_blocks[coverme_block_count].size = size;
    ++coverme_block_count;
  }}
  return block;
}}

__attribute__((unused)) COVERME_PLAIN static void
coverme_drop(const void *block) {{
  unsigned long i;
  for (i = 0; i < coverme_block_count; ++i)
    if (coverme_blocks[i].begin == (const char *)block) {{
      coverme_blocks[i] = coverme_blocks[--coverme_block_count];
      return;
    }}
}}
)";

// Those that do more than to hand on: memory begins as zeros, as in the search.
constexpr const char *kZeroing = R"(
COVERME_EXTERN_C unsigned long coverme_usable_size(void *)
    __asm__("malloc_usable_size");
COVERME_EXTERN_C void coverme_free(void *a) __asm__("free")
#if !defined COVERME_ASKS_SANITIZER && !defined COVERME_HAS_FREE
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void coverme_free(void *a) {
  static void (*next)(void *);
  coverme_drop(a);
  if (next == 0)
    next = (void (*)(void *))coverme_find_next((void *)-1, "free");
  next(a);
}
#else
    ;
#endif
COVERME_PLAIN static void *coverme_zeros(unsigned long a, unsigned long b) {
  static void *(*next)(unsigned long, unsigned long);
  if (next == 0)
    next = (void *(*)(unsigned long, unsigned long))coverme_find_next(
        (void *)-1, "calloc");
  return next(a, b);
}
COVERME_PLAIN static void *coverme_make(unsigned long a, unsigned long b,
                                        const void *caller) {
  if (coverme_fails(caller))
    return 0;
  return coverme_keep(coverme_zeros(a, b), a * b, caller);
}
COVERME_EXTERN_C void *coverme_malloc(unsigned long a)
    __asm__("malloc")
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void *coverme_malloc(unsigned long a) {
  return coverme_make(a, 1, __builtin_return_address(0));
}
COVERME_EXTERN_C void *coverme_calloc(unsigned long a, unsigned long b)
    __asm__("calloc")
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void *coverme_calloc(unsigned long a, unsigned long b) {
  return coverme_make(a, b, __builtin_return_address(0));
}
COVERME_PLAIN static void *coverme_resize(void *a, unsigned long b,
                                          const void *caller) {
  static void *(*next)(void *, unsigned long);
  const unsigned long before = a == 0 ? 0 : coverme_usable_size(a);
  char *moved;
  unsigned long i;
  if (coverme_fails(caller))
    return 0;
  if (b <= before) {
    if (next == 0)
      next = (void *(*)(void *, unsigned long))coverme_find_next((void *)-1,
                                                                 "realloc");
    coverme_drop(a);
    return coverme_keep(next(a, b), b, caller);
  }
  moved = (char *)coverme_zeros(b, 1);
  if (moved != 0 && a != 0) {
    for (i = 0; i < before; ++i)
      moved[i] = ((const char *)a)[i];
    coverme_free(a);
  }
  return coverme_keep(moved, b, caller);
}
COVERME_EXTERN_C void *coverme_realloc(void *a, unsigned long b)
    __asm__("realloc")
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void *coverme_realloc(void *a, unsigned long b) {
  return coverme_resize(a, b, __builtin_return_address(0));
}
COVERME_EXTERN_C void *coverme_reallocarray(void *a, unsigned long b,
                                            unsigned long c)
    __asm__("reallocarray")
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void *coverme_reallocarray(void *a, unsigned long b, unsigned long c) {
  unsigned long all;
  if (__builtin_mul_overflow(b, c, &all))
    all = ~0UL;
  return coverme_resize(a, all, __builtin_return_address(0));
}
)";

constexpr std::array kAllocators = {
    Allocator{"aligned_alloc", "void *", "unsigned long a, unsigned long b",
              "a, b", "0"},
    Allocator{"posix_memalign", "int ",
              "void **a, unsigned long b, unsigned long c", "a, b, c", "12"},
    Allocator{"strdup", "char *", "const char *a", "a", "0"},
    Allocator{"strndup", "char *", "const char *a, unsigned long b", "a, b",
              "0"},
};

} // namespace

bool isAllocator(std::string_view name) {
  return name == "malloc" || name == "calloc" || name == "realloc" ||
         name == "reallocarray" ||
         std::any_of(kAllocators.begin(), kAllocators.end(),
                     [&](const Allocator &each) { return each.name == name; });
}

bool knowsBlocks(const Program &program) {
  return !hasCxxNames(program) &&
         std::ranges::none_of(program.functions, [](const Function &function) {
           return isAllocator(function.linkageName) ||
                  function.linkageName == "free";
         });
}

bool asksForBlocks(const Program &program, const InputPlan &plan) {
  const auto isThroughPointer = [](const Stub::Write &write) {
    return write.parameter != Stub::Write::kResult;
  };
  return knowsBlocks(program) &&
         std::ranges::any_of(plan.stubs, [&](const Stub &stub) {
           return std::ranges::any_of(stub.writes, isThroughPointer);
         });
}

std::string allocatorsText(const Program &program) {
  const bool countsLibraries = !hasCxxNames(program);
  std::string text =
      std::string(kCounting) +
      (countsLibraries ? kCountsLibraries : kCountsProgram) + kFailing +
      fmt::format(kBlocks, fmt::arg("most", COVERME_MOST_BLOCKS)) + kZeroing;
  for (const Allocator &each : kAllocators)
    text += fmt::format(
        "COVERME_EXTERN_C {result}coverme_{name}({parameters})\n"
        "    __asm__(\"{name}\")\n"
        "    __attribute__((weak, visibility(\"default\"))) COVERME_PLAIN;\n"
        "{result}coverme_{name}({parameters}) {{\n"
        "  static {result}(*next)({parameters});\n"
        "  if (coverme_fails(__builtin_return_address(0)))\n"
        "    return {failure};\n"
        "  if (next == 0)\n"
        "    next = ({result}(*)({parameters}))coverme_find_next((void *)-1,\n"
        "                                                  \"{name}\");\n"
        "  return next({arguments});\n"
        "}}\n",
        fmt::arg("result", each.result), fmt::arg("name", each.name),
        fmt::arg("parameters", each.parameters),
        fmt::arg("failure", each.failure),
        fmt::arg("arguments", each.arguments));
  return text;
}

} // namespace coverme
