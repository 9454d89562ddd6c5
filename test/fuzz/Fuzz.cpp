// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fuzz.h"

#include "support/Error.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// libFuzzer calls these.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  // --help prints.
  return std::freopen("/dev/null", "w", stdout) == nullptr ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    return coverme::fuzz::tryInput(
        {reinterpret_cast<const char *>(data), size});
  } catch (const coverme::Error &error) {
    // One line, and the user's fault.
    if (error.code != coverme::ExitCode::BadInput ||
        std::string_view(error.what()).empty())
      std::abort();
  }
  return 0;
}
