// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where results go: the terminal, and the folders that the user named.
#ifndef COVERME_TOOLS_OUTPUT_H
#define COVERME_TOOLS_OUTPUT_H

#include "CommandLine.h"
#include "Print.h"
#include "project/Project.h"
#include "report/Report.h"
#include "run/Run.h"

#include <filesystem>
#include <string>

namespace coverme {

bool isTerminal(int stream);

// The time within which most runs end, so that nothing is shown.
inline constexpr double kQuietSeconds = 1;

// A bar of `width` characters, of which `share` (0 to 1) is full.
std::string bar(double share, size_t width);

// One line on a terminal's standard error, rewritten in place.
class ProgressLine {
public:
  explicit ProgressLine(bool isOn) : isOn(isOn) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  // Shows the words; nothing in the first kQuietSeconds. What the window has no
  // room for is left out from the end, part by part.
  void operator()(double seconds, const std::string &words);
  void clear();

private:
  bool isOn;
  bool isShown = false;
};

// Prints the report in the chosen format. `json` is the file or folder that has
// it as JSON, or empty.
void print(const Report &report, const ReportChoice &choice,
           const std::string &json);
// Write the files of --report. checkReports throws Error(BadInput) if one would
// be written over something else; none of them may be `source`.
void checkReports(const ReportChoice &choice,
                  const std::filesystem::path &source);
void writeReports(const Report &report, const ReportChoice &choice,
                  const std::filesystem::path &source);
// The file of --json or the folder of -o; empty without either.
std::string jsonOf(const CommandLine &line);

// Writes to standard error, which may have gone away.
void say(const std::string &text);

// Writes what the project's build says of the source; details with -v.
void say(const ProjectNotes &notes, bool verbose);

// Writes what -o keeps of a run, with --keep-counters or without. checkOutputs
// throws Error(BadInput) if that would be written over somebody else's file.
void writeOutputs(const RunResult &result, const FunctionReport &report,
                  const std::filesystem::path &folder, bool keepsCounters);
void checkOutputs(const std::filesystem::path &folder,
                  const std::filesystem::path &source, const Function &entry,
                  bool keepsCounters);

// Writes the questions of --emit-smt. Returns why there are none; empty: there
// are some.
std::string writeQuestions(const Prepared &prepared, const RunResult &result,
                           const std::filesystem::path &folder);

// Writes what --emit keeps of a run, for each KIND=DIR into the folder `below`
// its DIR. Prints what --update has changed. `work` is for what is built on the
// way.
void writeKeptTests(const Prepared &prepared, const RunResult &result,
                    const EmitOptions &options, const std::string &below,
                    const std::filesystem::path &work);

} // namespace coverme

#endif
