// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instrumented objects call the runtime once they are detached from it.
#ifndef COVERME_DETACHED_H
#define COVERME_DETACHED_H

#include "coverme/abi.h"

#define COVERME_DETACHED(Name) __coverme_detached_##Name
#define COVERME_DETACHED_PREFIX "__coverme_detached_"

#endif
