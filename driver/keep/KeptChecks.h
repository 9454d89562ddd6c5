// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of kept tests that is the same in all of them: what compares, what
// reports, and the main program.
#ifndef COVERME_DRIVER_KEEP_KEPTCHECKS_H
#define COVERME_DRIVER_KEEP_KEPTCHECKS_H

#include "options/Options.h"

#include <string>

namespace coverme {

// The functions that say whether floats are equal or near to each other, and
// whether a call ended by a signal. In C and C++.
std::string nearText(const EmitOptions &options);

// The functions that a test in a program of its own calls.
std::string plainChecks();
// The main of such a program, which runs all tests or the one of a number.
std::string plainMain();

// The functions that a test of GoogleTest calls; `run` is the name of the
// function that calls the code.
std::string googleChecks(const std::string &run);

} // namespace coverme

#endif
