// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last file of the last of coverme's libraries: in the instrumented object,
// the objects and archives that the user links have their code behind this.

#include "coverme/own_code.h"

extern "C" __attribute__((visibility("default"))) void
coverme_end_of_own_code(void) {}
