// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Next.h"

#include "coverme/runtime.h"

extern "C" __attribute__((visibility("default"))) void
coverme_prepare_interposers(void) {
  coverme::findAbort();
  coverme::findDelete();
  coverme::findMemoryFunctions();
  coverme::findSignalFunctions();
  coverme::findJumpFunctions();
  coverme::findSleepFunctions();
}
