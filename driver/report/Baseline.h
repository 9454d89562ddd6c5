// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has changed between two reports of the same code at different times.
#ifndef COVERME_DRIVER_REPORT_BASELINE_H
#define COVERME_DRIVER_REPORT_BASELINE_H

#include "report/Report.h"

#include <string>
#include <vector>

namespace coverme {

// Each a line for people.
struct Changes {
  // A branch that was covered or proved infeasible and is neither now, or is
  // new and neither; a new finding; a function that ran and does not now.
  std::vector<std::string> worse;
  std::vector<std::string> better; // the opposite
  // A branch that is proved infeasible and was covered, or the other way; a new
  // finding that is accepted; a function of a file that is not there any more.
  std::vector<std::string> other;
};

// A branch or finding is known by its function, the text of its source line,
// and its ordinal among equal ones: lines may move. A branch that is gone
// with its code has not changed. Throws Error as FileReport::reportOf does.
Changes changesSince(const Report &before, const Report &now);

} // namespace coverme

#endif
