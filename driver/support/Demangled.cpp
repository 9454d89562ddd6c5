// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Demangled.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace coverme {

std::string demangled(const std::string &name) {
  // The demangler takes "i" for a type, too.
  if (!name.starts_with("_Z"))
    return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), ::free);
  return text ? text.get() : name;
}

} // namespace coverme
