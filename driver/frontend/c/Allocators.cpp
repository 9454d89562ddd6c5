// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Allocators.h"

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

// Those that do more than to hand on: memory begins as zeros, as in the search.
constexpr const char *kZeroing = R"(
COVERME_EXTERN_C unsigned long coverme_usable_size(void *)
    __asm__("malloc_usable_size");
COVERME_EXTERN_C void coverme_free(void *) __asm__("free");
COVERME_EXTERN_C void *coverme_malloc(unsigned long a)
    __asm__("malloc")
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void *coverme_malloc(unsigned long a) {
  static void *(*next)(unsigned long, unsigned long);
  if (coverme_fails(__builtin_return_address(0)))
    return 0;
  if (next == 0)
    next = (void *(*)(unsigned long, unsigned long))coverme_find_next(
        (void *)-1, "calloc");
  return next(a, 1);
}
COVERME_EXTERN_C void *coverme_realloc(void *a, unsigned long b)
    __asm__("realloc")
    __attribute__((weak, visibility("default"))) COVERME_PLAIN;
void *coverme_realloc(void *a, unsigned long b) {
  static void *(*next)(void *, unsigned long);
  static void *(*grow)(unsigned long, unsigned long);
  const unsigned long before = a == 0 ? 0 : coverme_usable_size(a);
  char *moved;
  unsigned long i;
  if (coverme_fails(__builtin_return_address(0)))
    return 0;
  if (next == 0) {
    next = (void *(*)(void *, unsigned long))coverme_find_next((void *)-1,
                                                               "realloc");
    grow = (void *(*)(unsigned long, unsigned long))coverme_find_next(
        (void *)-1, "calloc");
  }
  if (b <= before)
    return next(a, b);
  moved = (char *)grow(b, 1);
  if (moved == 0 || a == 0)
    return moved;
  for (i = 0; i < before; ++i)
    moved[i] = ((const char *)a)[i];
  coverme_free(a);
  return moved;
}
)";

constexpr std::array kAllocators = {
    Allocator{"calloc", "void *", "unsigned long a, unsigned long b", "a, b",
              "0"},
    Allocator{"reallocarray", "void *",
              "void *a, unsigned long b, unsigned long c", "a, b, c", "0"},
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
  return name == "malloc" || name == "realloc" ||
         std::any_of(kAllocators.begin(), kAllocators.end(),
                     [&](const Allocator &each) { return each.name == name; });
}

std::string allocatorsText(bool countsLibraries) {
  std::string text = std::string(kCounting) +
                     (countsLibraries ? kCountsLibraries : kCountsProgram) +
                     kFailing + kZeroing;
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
