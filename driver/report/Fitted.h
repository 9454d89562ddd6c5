// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text for a window of a certain width.
#ifndef COVERME_DRIVER_REPORT_FITTED_H
#define COVERME_DRIVER_REPORT_FITTED_H

#include <cstddef>
#include <string>

namespace coverme {

// Breaks lines that are too long between words, and indents what follows; of an
// annotated source, behind the bar. Escapes have no width. Commands are to be
// copied, and stay whole, as do lines without a place to break. `columns` of 0:
// all stays.
std::string fitted(const std::string &text, size_t columns);

} // namespace coverme

#endif
