// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_EVIDENCE_ALLOCATORS_H
#define COVERME_DRIVER_EVIDENCE_ALLOCATORS_H

#include <string>

namespace coverme {

// C text of functions between the code and libc, as runtime/interposers has
// them: COVERME_FAIL_ALLOCATION(which) has them let an allocation fail. What
// libc and the C++ library allocate for themselves is not counted. Behind
// COVERME_EXTERN_C.
std::string allocatorsText();

} // namespace coverme

#endif
