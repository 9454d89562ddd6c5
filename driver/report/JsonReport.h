// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports for programs: schemas coverme-suite/1, coverme-GOAL/1 and
// coverme-file/1, docs/json.md. Reading is the inverse of writing, but for text
// that is not UTF-8, as names of files may be: it is replaced.
#ifndef COVERME_DRIVER_REPORT_JSONREPORT_H
#define COVERME_DRIVER_REPORT_JSONREPORT_H

#include "report/ReportWriter.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

namespace coverme {

// Writes the document, with a line for each site and each test, and a newline
// at the end. Apart from `timing` it is a function of source, options and seed.
// It is written piece by piece: tests times branches may be far more than
// memory should hold.
void writeJson(const FunctionReport &report, std::ostream &out);
// Throws Error as FileReport::reportOf does.
void writeJson(const FileReport &report, std::ostream &out);

class JsonReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &,
             std::ostream &out) const override {
    writeJson(report, out);
  }
  void write(const FileReport &report, const TextStyle &,
             std::ostream &out) const override {
    writeJson(report, out);
  }
};

// The file of the report in a folder of -o; a path that is no folder is
// returned as it is.
std::filesystem::path reportIn(const std::filesystem::path &path);

// Reads a report of either schema, test by test. `path` is a file, or a folder
// of -o. Throws Error(BadInput), naming it, when it cannot be read, is no
// report of coverme, or is damaged.
Report readReport(const std::filesystem::path &path);
// The same of a text, which messages call `name`.
Report parseReport(std::string_view text, const std::string &name);

// The JSON on one line. What is not UTF-8 is replaced.
std::string jsonText(const nlohmann::ordered_json &json);

} // namespace coverme

#endif
