// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_CORE_COMPILERHEADERS_H
#define COVERME_DRIVER_CORE_COMPILERHEADERS_H

#include "core/Program.h"

#include <set>

namespace coverme {

// The functions of clang's own headers, such as _mm_add_pd: they have no line,
// though the file that includes them has debug information.
std::set<uint32_t> functionsOfCompilerHeaders(const Program &program);

} // namespace coverme

#endif
