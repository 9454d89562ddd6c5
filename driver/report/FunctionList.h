// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of a file's functions (--list).
#ifndef COVERME_DRIVER_REPORT_FUNCTIONLIST_H
#define COVERME_DRIVER_REPORT_FUNCTIONLIST_H

#include "core/Program.h"
#include "options/Options.h"

#include <string>

namespace coverme {

// One line per function in the order of the source: its number of sites and
// its signature; of several sources, below their names.
std::string functionList(const Program &program, const RunOptions &options);

} // namespace coverme

#endif
