// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where results go: the terminal, and the folders that the user named.
#ifndef COVERME_TOOLS_OUTPUT_H
#define COVERME_TOOLS_OUTPUT_H

#include "CommandLine.h"
#include "project/Project.h"
#include "report/Report.h"
#include "run/Run.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

namespace coverme {

bool isTerminal(int stream);

// In which most runs end.
inline constexpr double kQuietSeconds = 1;

// `share` of the width is full.
std::string bar(double share, size_t width);

// One line on a terminal's standard error, rewritten in place.
class ProgressLine {
public:
  explicit ProgressLine(bool isOn) : isOn(isOn) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  // Nothing in the first kQuietSeconds. What the window has no room for is left
  // out from the end, part by part.
  void operator()(double seconds, const std::string &words);
  void clear();

private:
  bool isOn;
  bool isShown = false;
};

// To standard output. A reader that has gone away (head) is no error.
void print(const std::function<void(std::ostream &)> &write);
void print(const std::string &text);
// In the format that was chosen. `json` is where it is as JSON, or empty.
void print(const Report &report, const ReportChoice &choice,
           const std::string &json);
// The files of --report. checkReports throws Error(BadInput) if one would be
// written over something else; `source` is none of them.
void checkReports(const ReportChoice &choice,
                  const std::filesystem::path &source);
void writeReports(const Report &report, const ReportChoice &choice,
                  const std::filesystem::path &source);
// The file or folder, empty without one.
std::string jsonOf(const CommandLine &line);

// To standard error, which may have gone away.
void say(const std::string &text);

// What the project's build says of the source; details with -v.
void say(const ProjectNotes &notes, bool verbose);

// What -o keeps of a run, with --keep-counters or without. checkOutputs throws
// Error(BadInput) if that would be written over somebody else's file.
void writeOutputs(const RunResult &result, const FunctionReport &report,
                  const std::filesystem::path &folder, bool keepsCounters);
void checkOutputs(const std::filesystem::path &folder,
                  const std::filesystem::path &source, const Function &entry,
                  bool keepsCounters);

// What --emit-smt asks. Returns why there is nothing to ask, or nothing.
std::string writeQuestions(const Prepared &prepared, const RunResult &result,
                           const std::filesystem::path &folder);

// What --emit keeps of a run: KIND=DIR by KIND=DIR, each in `below` its DIR.
// Prints what --update has changed. `work` is for what is built on the way.
void writeKeptTests(const Prepared &prepared, const RunResult &result,
                    const EmitOptions &options, const std::string &below,
                    const std::filesystem::path &work);

} // namespace coverme

#endif
