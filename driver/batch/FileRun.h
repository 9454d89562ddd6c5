// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All functions of a C file, each run as coverme runs a single one, in a
// process of its own: whatever ends it, the others go on.
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
  // Why there is nothing of it, as one line; or, of one that ran, why gcov has
  // no figures.
  std::string reason;
  std::string detail;                 // another program's words about that
  ExitCode code = ExitCode::Complete; // that a reason stands for
  bool isLeftOut = false;             // skipped because somebody wants it so
  FunctionSummary summary;            // if it ran
  std::filesystem::path folder;       // if it ran: what its process left
};

struct FileResult {
  RunOptions options;            // without an entry
  const Program *program;        // of the Prepared it was run on
  std::vector<FunctionRow> rows; // in the order of Selection
  size_t leftOut = 0;            // functions of headers
  bool cutBySignal = false;
  Timing timing; // compile, link, total

  const Function &functionOf(const FunctionRow &row) const {
    return program->functions[row.function];
  }
  size_t count(FunctionStatus status) const;
  // Is anything asked of the function?
  bool hasTargets(const FunctionRow &row) const {
    return goalNamed(options.goal).isAtPlaces
               ? row.summary.branches.total() != 0
               : functionOf(row).siteCount != 0;
  }
  // Of all that ran; gcov's of those that have some.
  FunctionSummary total() const;
  // The first row of a function that has met an error.
  const FunctionRow *firstError() const;
};

// Functions in the order of the source; those of other files come behind, by
// file. Ones that cannot be run are Skipped, with the reason.
struct Selection {
  std::vector<FunctionRow> rows;
  size_t leftOut = 0; // matching functions of headers that are not wanted
};

// The functions whose label holds a match: of the file and those that it
// includes, but for the headers of the system; or `own`, of the file alone. Not
// those that the compiler makes for itself. Throws Error(BadInput) when none is
// left and one has to be.
Selection selectFunctions(const Program &program, const RunOptions &options,
                          const std::string &match, bool own = false,
                          bool mayBeEmpty = false);

// Is it in a file that was given, and not in one that this includes?
bool isIn(const Function &function, const RunOptions &options);

// What is said of a function by itself.
struct FunctionSettings {
  std::string skip; // why it is not run; empty: it is
  RunOptions run;   // its inputs, its search
};

// Why a function or a file is not run that --total-timeout has no time for.
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
  RunOptions run;        // without an entry
  std::string match;     // empty: all of them
  bool own = false;      // none of files that it includes
  bool isOfMany = false; // a file without such functions is no error
  std::function<FunctionSettings(const Function &)> settingsOf; // may be empty
  // When functions that run come to their end.
  std::optional<Deadline> deadline;
  // Functions that an earlier run has kept are not run, others are kept. Null:
  // none are.
  const Journal *journal = nullptr;
  // What a function's result hangs on; with a journal.
  std::function<std::string(const Function &, const RunOptions &)> keyOf;
  // Called in the function's process when it has been run, to leave in `folder`
  // what is wanted of the result.
  std::function<void(const Prepared &, const RunResult &,
                     const std::filesystem::path &folder)>
      deliver;
  // Called when a function's process has ended, in the order of these ends.
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

  // Adds how far it is.
  void addTo(FileProgress &progress) const;

  // require: none of its functions is running; the pool starts no other
  FileResult result();

private:
  // A function's process tells how far it is, in shared memory.
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
  double seconds = 0; // from the file's begin to the end of its last function
};

} // namespace coverme

#endif
