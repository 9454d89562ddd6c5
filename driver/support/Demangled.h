// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_SUPPORT_DEMANGLED_H
#define COVERME_DRIVER_SUPPORT_DEMANGLED_H

#include <string>

namespace coverme {

// The name of a C++ function as one writes it, "ns::f(double)", from its
// mangled name. Other names stay as they are.
std::string demangled(const std::string &name);

} // namespace coverme

#endif
