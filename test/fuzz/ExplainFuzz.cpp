// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `coverme explain` and `coverme report` read: the place in the first
// line, then the report. What was read can be written in each format.

#include "report/Explain.h"

#include "Fuzz.h"
#include "report/JsonReport.h"
#include "support/Files.h"

#include <sstream>

int coverme::fuzz::tryInput(std::string_view bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  const MemoryFile report(bytes.substr(std::min(end + 1, bytes.size())));
  const Report read = readReport(report.path());
  for (const ReportFormat &format : reportFormats()) {
    std::ostringstream out;
    writeReport(read, *format.writer, {true, Detail::Full}, out);
  }
  explain(read, std::string(bytes.substr(0, end)));
  return 0;
}
