// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By this, libc knows the object whose functions atexit and destructors of
// static objects have it call at the end; a compiler driver has it from
// crtbeginS.o. A worker ends without that.

#include "Next.h"

extern "C" {
extern void *__dso_handle;
COVERME_GUARD void *__dso_handle = &__dso_handle;
}
