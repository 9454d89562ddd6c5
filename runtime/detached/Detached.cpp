// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instrumented objects that a program links as they are find in the
// runtime's stead (driver/project/Detached): enough for code that nobody
// watches. The program may have a runtime and tables of its own.

#include "coverme/detached.h"

extern "C" {

// Never used up.
extern uint64_t COVERME_DETACHED(fuel);
uint64_t COVERME_DETACHED(fuel) = UINT64_MAX;
void COVERME_DETACHED(out_of_fuel)();
void COVERME_DETACHED(out_of_fuel)() { __builtin_trap(); }
// What follows in the code is for the code to answer for.
void COVERME_DETACHED(unreachable)();
void COVERME_DETACHED(unreachable)() {}
void COVERME_DETACHED(outside)();
void COVERME_DETACHED(outside)() {}

// Never called, since all states are zero.
#define COVERME_PEN(Suffix, CType, IRType, Extension)                          \
  void COVERME_DETACHED(pen_##Suffix)(uint8_t *, uint32_t, CType, CType);      \
  void COVERME_DETACHED(pen_##Suffix)(uint8_t *, uint32_t, CType, CType) {     \
    __builtin_trap();                                                          \
  }
#include "coverme/abi.def"

extern const uint32_t COVERME_DETACHED(abi);
const uint32_t COVERME_DETACHED(abi) = COVERME_ABI_VERSION;
}
