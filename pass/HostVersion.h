// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's interfaces change between versions, and a plugin that is loaded by
// another version than its own fails in some call or other.
#ifndef COVERME_PASS_HOSTVERSION_H
#define COVERME_PASS_HOSTVERSION_H

#include "llvm/Config/llvm-config.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace coverme::pass {

/// Ends the process with one line if it is one of another LLVM. Uses nothing of
/// LLVM but the C interface, which is the same in all versions.
inline void requireOwnLlvm() {
  using GetVersion = void(unsigned *, unsigned *, unsigned *);
  unsigned major = 0;
  if (void *symbol = dlsym(RTLD_DEFAULT, "LLVMGetVersion"))
    reinterpret_cast<GetVersion *>(symbol)(&major, nullptr, nullptr);
  else if (!dlsym(RTLD_DEFAULT, "LLVMContextCreate"))
    return; // a static LLVM, which tells nothing
  if (major == LLVM_VERSION_MAJOR)
    return;
  char found[16] = "15 or older";
  if (major != 0)
    std::snprintf(found, sizeof found, "%u", major);
  std::fprintf(stderr,
               "error: coverme's plugin is for LLVM %d, but this is LLVM %s; "
               "use clang-%d\n",
               LLVM_VERSION_MAJOR, found, LLVM_VERSION_MAJOR);
  std::_Exit(1);
}

} // namespace coverme::pass

#endif
