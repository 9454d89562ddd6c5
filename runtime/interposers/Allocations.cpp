// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Allocations.h"

#include "Session.h"
#include "coverme/allocations.h"

#include <errno.h>

#define COVERME_EXPORT __attribute__((visibility("default")))

extern "C" {
extern COVERME_EXPORT unsigned long __coverme_allocations;
unsigned long __coverme_allocations = 0;
}

namespace coverme {
namespace {

uint64_t countedCall;  // its epoch
unsigned long failing; // which one, from one on; 0: none

void begin(unsigned long which) {
  countedCall = currentSession->epoch;
  __coverme_allocations = 0;
  failing = which;
}

} // namespace

bool isToFail() {
  if (!isInCall())
    return false;
  if (countedCall != currentSession->epoch)
    begin(0);
  if (++__coverme_allocations != failing)
    return false;
  errno = ENOMEM;
  return true;
}

} // namespace coverme

using namespace coverme;

extern "C" COVERME_EXPORT void
__coverme_count_allocations(unsigned long which) {
  begin(which);
}
