// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COVERME_DRIVER_REPORT_XML_H
#define COVERME_DRIVER_REPORT_XML_H

#include <string>

namespace coverme {

// For the text of an element, and for an attribute between double quotes. What
// XML 1.0 cannot have becomes U+FFFD, and so does what is not UTF-8.
std::string xmlText(const std::string &text);

} // namespace coverme

#endif
