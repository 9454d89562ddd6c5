// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text for a window of a certain width.
#ifndef COVERME_DRIVER_REPORT_FITTED_H
#define COVERME_DRIVER_REPORT_FITTED_H

#include <cstddef>
#include <string>

namespace coverme {

// Breaks lines that are longer than `columns` between words and indents what
// follows; in an annotated source, behind the bar. Escape sequences have no
// width. Commands, which are to be copied, stay whole, as do lines without a
// place to break. 0 columns: nothing is broken.
std::string fitted(const std::string &text, size_t columns);

} // namespace coverme

#endif
