// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all functions of a C file, each as coverme runs a single one, in a
// process of its own: whatever ends that, the others go on.
#ifndef COVERME_DRIVER_BATCH_FILERUN_H
#define COVERME_DRIVER_BATCH_FILERUN_H

#include "batch/Jobs.h"
#include "batch/Journal.h"
#include "core/Figures.h"
#include "goals/GoalKind.h"
#include "run/Run.h"
#include "support/Pattern.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

struct FunctionRow {
  uint32_t function = 0; // in the program
  FunctionStatus status = FunctionStatus::NotRun;
  // Why it was not run, as one line; or, if it ran, why gcov has no figures.
  std::string reason;
  std::string detail;                 // another program's message about that
  ExitCode code = ExitCode::Complete; // the exit code that goes with the reason
  bool isLeftOut = false;             // skipped because the user wants it
  FunctionSummary summary;            // if it ran
  std::filesystem::path folder;       // if it ran: what its process left
};

struct FileResult {
  RunOptions options;            // without an entry
  const Program *program;        // of the Prepared that was run
  std::vector<FunctionRow> rows; // in the order of Selection
  size_t leftOut = 0;            // functions of headers, which are not in rows
  bool cutBySignal = false;
  Timing timing; // compile, link, total

  const Function &functionOf(const FunctionRow &row) const {
    return program->functions[row.function];
  }
  size_t count(FunctionStatus status) const;
  // Has the function targets?
  bool hasTargets(const FunctionRow &row) const {
    return goalNamed(options.goal).isAtPlaces
               ? row.summary.branches.total() != 0
               : functionOf(row).siteCount != 0;
  }
  // The sums of all functions that ran; gcov's over those that have figures.
  FunctionSummary total() const;
  // The first row whose function failed; null: none did.
  const FunctionRow *firstError() const;
};

// Functions in the order of the source; behind them those of other files, by
// file. Functions that cannot be run are Skipped, with the reason.
struct Selection {
  std::vector<FunctionRow> rows;
  size_t leftOut = 0; // matching functions of headers that are not wanted
};

// The functions whose label has a match of the regular expression: of the file
// and of those that it includes, but for the headers of the system; with `own`,
// without those of headers. Functions of the compiler's own making are left
// out, and those of `others`, as FileOptions has them. Throws Error(BadInput)
// when none is left, unless `mayBeEmpty`.
Selection selectFunctions(const Program &program, const RunOptions &options,
                          const std::string &match, bool own = false,
                          bool mayBeEmpty = false,
                          const std::set<std::filesystem::path> &others = {});

// Is the function in a file that was given, and not in a header? A source that
// another one includes (CMake's unity builds) is none.
bool isIn(const Function &function, const RunOptions &options);

// What the settings say of one function.
struct FunctionSettings {
  std::string skip; // why it is not run; empty: it is run
  RunOptions run;   // the options for its run
};

// The reason for a function or a file that is not run because --total-timeout
// is over.
inline constexpr const char *kNoTime = "--total-timeout was over";

struct FileProgress {
  struct Running {
    std::string function;
    size_t covered, branches;
  };
  size_t done = 0, functions = 0; // of those that can be run
  uint64_t evaluations = 0;
  std::vector<Running> running = {};
};

struct FileOptions {
  RunOptions run;    // without an entry
  std::string match; // regular expression; empty: all functions
  bool own = false;  // no functions of files that it includes
  // Sources that have runs of their own, so that functions of these are left
  // out where another one includes them. Absolute, without "..".
  std::set<std::filesystem::path> others;
  bool isOfMany = false; // no error if no function matches
  std::function<FunctionSettings(const Function &)> settingsOf; // may be empty
  // When the run of each function has to end.
  std::optional<Deadline> deadline;
  // Keeps results. Functions whose results an earlier run has kept in it are
  // not run again. Null: none are kept.
  const Journal *journal = nullptr;
  // The key under which a function's result is kept: all that the result
  // depends on. Set if there is a journal.
  std::function<std::string(const Function &, const RunOptions &)> keyOf;
  // Called in the function's process after its run, to write to `folder` what
  // is needed of the result.
  std::function<void(const Prepared &, const RunResult &,
                     const std::filesystem::path &folder)>
      deliver;
  // Called when a function's process has ended, in the order in which they end.
  std::function<void(const Function &, const FunctionRow &)> ended;
};

// The run of a file's functions, side by side with those of other files in a
// pool.
class FileRun {
public:
  // Adds the functions to the pool, whose jobs may run as long as this lives.
  // Throws as selectFunctions does.
  // require: `prepared` is prepareFile's of the same options and outlives this
  // and the result
  FileRun(Prepared &prepared, FileOptions options, JobPool &pool);
  FileRun(const FileRun &) = delete;
  FileRun &operator=(const FileRun &) = delete;

  // Adds how far this run is.
  void addTo(FileProgress &progress) const;

  // require: none of its functions is running; the pool starts no other
  FileResult result();

private:
  // How far a function's process is, in shared memory.
  struct Stand {
    size_t covered, branches;
    uint64_t evaluations;
  };

  void narrow(FunctionRow &row, RunOptions &run) const;
  const std::string &nameOf(size_t row) const;
  std::filesystem::path folderOf(size_t row) const;
  std::string keyOf(size_t row) const;
  void work(size_t row);
  std::string outcomeOf(size_t row, bool &isKept);
  void collect(size_t row, const JobEnd &end);

  Prepared &prepared;
  FileOptions options;
  Selection selection;
  std::vector<RunOptions> runs; // of the rows
  size_t runnable = 0;          // rows
  std::set<size_t> left;        // rows whose process has not ended
  SharedArray<Stand> stands;
  double seconds =
      0; // from the begin of the file's run to the end of its last function
};

} // namespace coverme

#endif
