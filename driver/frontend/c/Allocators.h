// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that allocate memory for the code under test: which ones they
// are, and the C text that puts coverme's own between the code and libc.
#ifndef COVERME_DRIVER_FRONTEND_C_ALLOCATORS_H
#define COVERME_DRIVER_FRONTEND_C_ALLOCATORS_H

#include "core/Program.h"

#include <string>
#include <string_view>

namespace coverme {

// Is this a function that allocates memory for the code and of which one call
// may be made to fail?
bool isAllocator(std::string_view name);

// Are the blocks known that a call of the code allocates? Not where C++'s
// library, or functions of its own, allocate them.
bool knowsBlocks(const Program &program);

// Are they, and does a function made up write where its caller says?
bool asksForBlocks(const Program &program, const InputPlan &plan);

// C text of functions between the code and libc, as runtime/interposers has
// them: COVERME_FAIL_ALLOCATION(which) has them let an allocation fail, and
// COVERME_BLOCK_LEFT(place) tells what is left of a block that they know. What
// libc allocates for itself is not counted, nor, in C++, what other libraries
// do. Behind COVERME_EXTERN_C.
std::string allocatorsText(const Program &program);

} // namespace coverme

#endif
