// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in HTML and XML.
#ifndef COVERME_DRIVER_REPORT_MARKUP_H
#define COVERME_DRIVER_REPORT_MARKUP_H

#include <string>
#include <string_view>

namespace coverme {

// Escapes text and quoted attributes. What is not UTF-8, control characters and
// those that change the direction of text become U+FFFD: source may be hostile.
std::string escaped(std::string_view text);

} // namespace coverme

#endif
