// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes to standard output.
#ifndef COVERME_TOOLS_PRINT_H
#define COVERME_TOOLS_PRINT_H

#include <functional>
#include <iosfwd>
#include <string>

namespace coverme {

// Write to standard output. A reader that has gone away (head) is no error.
// Throw Error(BadInput) where nothing can be written.
void print(const std::function<void(std::ostream &)> &write);
void print(const std::string &text);

} // namespace coverme

#endif
