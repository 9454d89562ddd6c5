// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of source files as it is when a report is made.
#ifndef COVERME_DRIVER_REPORT_SOURCELINES_H
#define COVERME_DRIVER_REPORT_SOURCELINES_H

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace coverme {

// Reads each file once. A line that a program wrote may be as long as a file,
// so only the first 200 bytes of a line are kept.
class SourceLines {
public:
  // The lines without their ends; none when the file cannot be read.
  const std::vector<std::string> &of(const std::filesystem::path &file);
  // A line without the space around it; empty when there is no such line. Lines
  // count from 1.
  std::string trimmedLine(const std::filesystem::path &file, unsigned number);

private:
  std::map<std::filesystem::path, std::vector<std::string>> files;
};

} // namespace coverme

#endif
