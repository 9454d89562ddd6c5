// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns in options.
#ifndef COVERME_DRIVER_SUPPORT_PATTERN_H
#define COVERME_DRIVER_SUPPORT_PATTERN_H

#include <regex>
#include <string>

namespace coverme {

// A regular expression of ECMAScript. Throws Error(BadInput), naming `option`.
std::regex parsePattern(const std::string &option, const std::string &pattern);

// Does a pattern, as a shell has it for names of files, match the whole text?
bool matchesGlob(const std::string &pattern, const std::string &text);

} // namespace coverme

#endif
