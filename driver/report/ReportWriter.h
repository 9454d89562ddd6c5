// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formats that a report can have.
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
  bool showsSource = false; // the excerpts, with runs and verdicts
  // Where the same is as JSON, for commands that would be very long without it.
  std::string json = {};
  size_t columns = 0; // of the window; 0: any
};

class ReportWriter {
public:
  ReportWriter() = default;
  ReportWriter(const ReportWriter &) = delete;
  ReportWriter &operator=(const ReportWriter &) = delete;
  virtual ~ReportWriter() = default;

  // The style is of formats for people alone. Throws Error as
  // FileReport::reportOf does.
  virtual void write(const FunctionReport &report, const TextStyle &style,
                     std::ostream &out) const = 0;
  virtual void write(const FileReport &report, const TextStyle &style,
                     std::ostream &out) const = 0;
};

struct ReportFormat {
  const char *name; // of --format
  const ReportWriter *writer;
  // Near the beginning of all that it writes, and of nothing else; empty: none.
  const char *mark;
};

const std::vector<ReportFormat> &reportFormats();

// Throws Error(BadInput), with the nearest name, when there is none.
const ReportFormat &formatNamed(const std::string &name);

void writeReport(const Report &report, const ReportWriter &writer,
                 const TextStyle &style, std::ostream &out);

} // namespace coverme

#endif
