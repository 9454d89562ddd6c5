// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of AddressSanitizer's runtime: null in a build without it.
#ifndef COVERME_DRIVER_SUPPORT_ADDRESSSANITIZER_H
#define COVERME_DRIVER_SUPPORT_ADDRESSSANITIZER_H

#include <cstddef>

extern "C" {

// Forgets what is known of the memory, such as which parts of a stack belong to
// no variable: all of it may be read and written.
__attribute__((weak)) void
__asan_unpoison_memory_region(const volatile void *address, size_t size);

// The place of its notes: those on the memory at an address are at (address >>
// scale) + offset.
__attribute__((weak)) void __asan_get_shadow_mapping(size_t *scale,
                                                     size_t *offset);
}

#endif
