// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what a run leaves to a report.
#ifndef COVERME_DRIVER_REPORT_MAKEREPORT_H
#define COVERME_DRIVER_REPORT_MAKEREPORT_H

#include "batch/FileRun.h"
#include "report/Report.h"
#include "support/Error.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coverme {

FunctionReport makeReport(const RunResult &result);

// In the process of one function: leaves its report in `folder`, so that the
// parent needs to hold no more than a table.
void leaveReport(const FunctionReport &report,
                 const std::filesystem::path &folder);

// require: leaveReport was called for each function that ran, with the folder
// of its row, which outlives the report.
FileReport makeReport(const FileResult &result, const std::string &match);

// Of a file of which there is nothing but the error, or the reason why it was
// not run.
FileReport failedFile(const RunOptions &options, const Error &error,
                      const std::string &match);
FileReport notRunFile(const RunOptions &options, const std::string &reason,
                      const std::string &match);

// The reports of several files as one. A function's name that several have
// comes with its file's: "a.c:helper".
// require: there is one
FileReport merged(const RunOptions &options,
                  const std::vector<FileReport> &reports);

// `options` of JSON: an object.
std::string optionsText(const RunOptions &options);

// The numbers that a call takes, with a value for each, and those that it
// leaves behind its pointers.
std::vector<ReportedVariable> reportedInputs(const Function &function);
std::vector<ReportedValue> reportedInputs(const Function &function,
                                          const std::vector<uint64_t> &slots);
std::vector<ReportedVariable> reportedOutputs(const Function &function);
// `inputs`: of the call.
std::vector<ReportedValue> reportedOutputs(const Function &function,
                                           const std::vector<uint64_t> &inputs,
                                           const std::vector<uint64_t> &slots);

} // namespace coverme

#endif
