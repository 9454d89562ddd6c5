// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the files of --json, -o and --emit-smt, and keeps the promise that
// nobody else's are written over.
#ifndef COVERME_TOOLS_OUTPUTFILES_H
#define COVERME_TOOLS_OUTPUTFILES_H

#include "report/ReportWriter.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace coverme {

// Files of each kind are known by what is in them.
enum class OutputKind {
  Json,     // the report of a function or a file
  Report,   // for people
  Replay,   // the program
  Gcov,     // its annotated source
  Counters, // what it reads
  Question, // to a solver
};

// The report's name in a folder.
inline constexpr const char *kReportFile = "report.txt";

// Throws Error(BadInput), naming the file and the reason, unless it may be
// written: it is not there, empty, an earlier one of the kind, or a device or a
// pipe; its folder can be written to; and it is not `source`, under whatever
// name.
void checkReplaceable(const std::filesystem::path &file, OutputKind kind,
                      const std::filesystem::path &source);

// The same for a report in a format. A format without a mark replaces nothing.
void checkReplaceable(const std::filesystem::path &file,
                      const ReportFormat &format,
                      const std::filesystem::path &source);

// The same for the questions in a folder, whose names are not known beforehand.
void checkQuestions(const std::filesystem::path &folder,
                    const std::filesystem::path &source);

// Checks the file once more, since a search takes its time, and writes it as
// writeFileAtomically does, with what tells its kind where that is not in the
// text.
void writeOutput(const std::filesystem::path &file, OutputKind kind,
                 const std::filesystem::path &source,
                 const std::function<void(std::ostream &)> &write);
void writeOutput(const std::filesystem::path &file, OutputKind kind,
                 const std::filesystem::path &source, std::string_view text);

void writeOutput(const std::filesystem::path &file, const ReportFormat &format,
                 const std::filesystem::path &source,
                 const std::function<void(std::ostream &)> &write);

} // namespace coverme

#endif
