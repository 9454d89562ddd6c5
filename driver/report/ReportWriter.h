// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formats in which a report can be written.
#ifndef COVERME_DRIVER_REPORT_REPORTWRITER_H
#define COVERME_DRIVER_REPORT_REPORTWRITER_H

#include "report/Report.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace coverme {

enum class Detail { Summary, Normal, Full };

struct TextStyle {
  bool colour = false; // ANSI escapes
  // Summary: the first line alone. Full: also covered branches and what each
  // test covers.
  Detail detail = Detail::Normal;
  bool showsSource = false; // also the source, with counts and verdicts
  // The file that has the report as JSON, for commands that would be very long
  // without it; empty: none.
  std::string json = {};
  size_t columns = 0; // the width of the window; 0: no limit
};

class ReportWriter {
public:
  ReportWriter() = default;
  ReportWriter(const ReportWriter &) = delete;
  ReportWriter &operator=(const ReportWriter &) = delete;
  virtual ~ReportWriter() = default;

  // Only formats for people heed the style. Throws Error as
  // FileReport::reportOf does.
  virtual void write(const FunctionReport &report, const TextStyle &style,
                     std::ostream &out) const = 0;
  virtual void write(const FileReport &report, const TextStyle &style,
                     std::ostream &out) const = 0;
};

struct ReportFormat {
  const char *name; // of --format
  const ReportWriter *writer;
  // A text near the beginning of all that this format writes, and of no
  // other's; empty: there is none.
  const char *mark;
};

const std::vector<ReportFormat> &reportFormats();

// The format of this name. Throws Error(BadInput), with the nearest name, when
// there is none.
const ReportFormat &formatNamed(const std::string &name);

void writeReport(const Report &report, const ReportWriter &writer,
                 const TextStyle &style, std::ostream &out);

} // namespace coverme

#endif
