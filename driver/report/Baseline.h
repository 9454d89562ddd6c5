// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has changed between two reports of the same code at different times.
#ifndef COVERME_DRIVER_REPORT_BASELINE_H
#define COVERME_DRIVER_REPORT_BASELINE_H

#include "report/ReportWriter.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coverme {

// What later reports are compared with: the part of a report that does not
// depend on line numbers.
struct Baseline {
  // A branch or finding is known by its function, the text of its source line,
  // and its ordinal among equal ones: lines may move.
  using Name = std::pair<std::vector<std::string>, size_t>;

  std::string goal;
  std::optional<std::string>
      match; // --match of a run with --all; nullopt: a run of one function
  std::set<std::string> functions; // the functions that ran
  std::map<Name, Verdict> targets;
  std::set<Name> findings;

  bool operator==(const Baseline &) const = default;
};

// Throws Error as FileReport::reportOf does.
Baseline baselineOf(const Report &report);

// Reads a file that BaselineReport has written, or a report as readReport does.
// Throws Error(BadInput), naming it, when it cannot be read, is neither, or
// damaged.
Baseline readBaseline(const std::filesystem::path &path);

// A baseline as JSON with a line for each function, branch and finding, in the
// order of their names: a change of the code changes few lines.
class BaselineReport : public ReportWriter {
public:
  void write(const FunctionReport &report, const TextStyle &,
             std::ostream &out) const override;
  void write(const FileReport &report, const TextStyle &,
             std::ostream &out) const override;
};

// Differences; each is a line for people.
struct Changes {
  // A branch that was covered or proved infeasible and is neither now, or is
  // new and neither; a new finding; a function that ran and does not now.
  std::vector<std::string> worse;
  std::vector<std::string> better; // the opposite
  // A branch that is proved infeasible and was covered, or the other way round;
  // a new branch that is proved infeasible, and the covered ones of its
  // function that have gone; a new finding that is accepted; a function of a
  // file that is gone.
  std::vector<std::string> other;
};

// Compares. A branch that is gone with its code is no change. Throws Error as
// FileReport::reportOf does.
Changes changesSince(const Baseline &before, const Report &now);

} // namespace coverme

#endif
