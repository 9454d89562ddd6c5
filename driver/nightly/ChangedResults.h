// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares what a changed function returns for inputs that tests had before.
#ifndef COVERME_DRIVER_NIGHTLY_CHANGEDRESULTS_H
#define COVERME_DRIVER_NIGHTLY_CHANGEDRESULTS_H

#include <string>

namespace coverme {

// Compares two suites in JSON, either of which may be empty, and says in words
// what comes out differently for an input that both have, and for how many
// more. Empty: nothing does. Throws Error as parseReport does.
std::string changedResults(const std::string &before, const std::string &now);

} // namespace coverme

#endif
