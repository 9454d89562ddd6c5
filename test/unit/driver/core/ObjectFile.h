// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared objects compiled by the test, instrumented by hand.
#ifndef COVERME_TEST_UNIT_DRIVER_CORE_OBJECTFILE_H
#define COVERME_TEST_UNIT_DRIVER_CORE_OBJECTFILE_H

#include "support/Files.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme::test {

// The head of a C file whose code is instrumented by hand: STATES(n) makes the
// state bytes, BRANCH(site, op, a, b) is `a op b` with its hook, TRAMPOLINES
// lists the trampolines.
std::string handInstrumented(const std::string &code);

// Compiles C text to `folder`/NAME.so with gcc and links the runtime.
std::filesystem::path compileObject(const TemporaryFolder &folder,
                                    const std::string &code,
                                    const std::string &name = "object");

} // namespace coverme::test

#endif
