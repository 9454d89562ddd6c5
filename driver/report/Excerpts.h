// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which lines of source a report shows.
#ifndef COVERME_DRIVER_REPORT_EXCERPTS_H
#define COVERME_DRIVER_REPORT_EXCERPTS_H

#include "report/Report.h"
#include "report/SourceLines.h"
#include "run/Run.h"

#include <vector>

namespace coverme {

// The entry and each function with sites, from its first line to its last one,
// and the lines of sites elsewhere; in the order of lines, the entry's file
// first.
std::vector<ReportedExcerpt> makeExcerpts(const RunResult &result,
                                          SourceLines &source);

// The last line of the function that begins at `first` and has a site at
// `last`; the next one begins at `next` (0: there is none). The tables do not
// tell it: it is the first line from `last` on that begins with a brace, or
// `first` itself if all is on it.
unsigned lastLineOf(const std::vector<std::string> &lines, unsigned first,
                    unsigned last, unsigned next);

} // namespace coverme

#endif
