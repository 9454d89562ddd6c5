// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of all functions of a file: text, and schema coverme-file/1
// (docs/json.md). Each function's process renders what is its own, so that the
// parent needs to hold no more than a table.
#ifndef COVERME_DRIVER_REPORT_FILEREPORT_H
#define COVERME_DRIVER_REPORT_FILEREPORT_H

#include "batch/FileRun.h"
#include "report/TextReport.h"

#include <filesystem>
#include <iosfwd>
#include <string>

namespace coverme {

struct FileWishes {
  TextStyle style;        // of what fileText shows
  bool keepsText = false; // fileText is also wanted plain and normal
  bool json = false;
};

// In the process of one function: leaves its part in `folder`.
void leaveReports(const RunResult &result, const std::filesystem::path &folder,
                  const FileWishes &wishes);

// A summary line, a table, and for each function what is not covered and its
// findings (Detail::Full: its whole report); then what was not run, and why.
// require: leaveReports was called with this style, or keepsText for the plain
// and normal one
std::string fileText(const FileResult &result, const TextStyle &style);

// require: leaveReports was called with `json`
void writeFileJson(const FileResult &result, const std::string &match,
                   std::ostream &out);

} // namespace coverme

#endif
