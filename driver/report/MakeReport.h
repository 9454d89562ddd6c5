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

// Called in the process of one function: leaves its report in `folder`, so that
// the parent holds no more than a table.
void leaveReport(const FunctionReport &report,
                 const std::filesystem::path &folder);

// require: leaveReport was called for each function that ran, with the folder
// of its row, which outlives the report.
FileReport makeReport(const FileResult &result, const std::string &match);

// The report of a file that could not be run, with the error, or that was not
// run, with the reason.
FileReport failedFile(const RunOptions &options, const Error &error,
                      const std::string &match);
FileReport notRunFile(const RunOptions &options, const std::string &reason,
                      const std::string &match);

// Merges the reports of several files. A function's name that several files
// have gets the file's name ahead: "a.c:helper".
// require: there is at least one report
FileReport merged(const RunOptions &options,
                  const std::vector<FileReport> &reports);

// The member `options` of JSON: an object.
std::string optionsText(const RunOptions &options);

// The numbers that a call takes, with a value for each, and those that it
// leaves behind its pointers.
std::vector<ReportedVariable> reportedInputs(const Function &function);
std::vector<ReportedValue> reportedInputs(const Function &function,
                                          const std::vector<uint64_t> &slots);
std::vector<ReportedVariable> reportedOutputs(const Function &function);
// `inputs` are those of the call, `slots` its outputs.
std::vector<ReportedValue> reportedOutputs(const Function &function,
                                           const std::vector<uint64_t> &inputs,
                                           const std::vector<uint64_t> &slots);

} // namespace coverme

#endif
