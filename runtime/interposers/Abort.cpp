// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code's own calls of abort, and its assertions that fail: noted, so that
// they are told from the aborts of libc, which has found memory overwritten.
// Compiled with tables for unwinders, which say where the code came from.

#include "Next.h"

#include <stdlib.h>

using namespace coverme;

namespace {

Next<void()> nextAbort("abort");

[[noreturn]] void abortAs(coverme_outcome cause) {
  expectAbort(cause);
  nextAbort();
  __builtin_unreachable();
}

} // namespace

void coverme::findAbort() { nextAbort.find(); }

extern "C" {

COVERME_GUARD void abort() noexcept { abortAs(COVERME_ABORTED); }

// What assert() calls.
COVERME_GUARD void __assert_fail(const char *, const char *, unsigned,
                                 const char *) noexcept {
  abortAs(COVERME_ASSERTED);
}
COVERME_GUARD void __assert_perror_fail(int, const char *, unsigned,
                                        const char *) noexcept {
  abortAs(COVERME_ASSERTED);
}
COVERME_GUARD void __assert(const char *, const char *, int) noexcept {
  abortAs(COVERME_ASSERTED);
}

} // extern "C"
