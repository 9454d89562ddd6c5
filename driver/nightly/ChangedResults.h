// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a changed function makes of inputs that tests had before.
#ifndef COVERME_DRIVER_NIGHTLY_CHANGEDRESULTS_H
#define COVERME_DRIVER_NIGHTLY_CHANGEDRESULTS_H

#include <string>

namespace coverme {

// In words, for two suites in JSON, of which either may be empty: what comes
// out otherwise than before for an input that both have, and for how many more.
// Empty: nothing does. Throws Error as parseReport does.
std::string changedResults(const std::string &before, const std::string &now);

} // namespace coverme

#endif
