// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function's result on a night, as the store keeps it.
#ifndef COVERME_DRIVER_NIGHTLY_RESULTS_H
#define COVERME_DRIVER_NIGHTLY_RESULTS_H

#include "core/Figures.h"
#include "nightly/Sqlite.h"
#include "report/Report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct NightlyFunction {
  std::string library, file, name;

  // "erfa/src/cal2jd.c:eraCal2jd"
  std::string label() const { return library + '/' + file + ':' + name; }
  auto operator<=>(const NightlyFunction &) const = default;
};

// The key of a result: two hashes with a sign between them, one of what all
// functions of the file depend on, and one of what only this function depends
// on.
std::string resultKey(const std::string &ofFile, const std::string &ofFunction);
std::string fileKey(const std::string &key);
std::string functionKey(const std::string &key);

struct NightlyBranch {
  std::string name; // without its line, and the same in a renamed function
  unsigned line = 0;
  std::string outcome, verdict;

  // "if (x > 3) true"
  std::string label() const { return name + ' ' + outcome; }
};

struct NightlyFinding {
  std::string name, kind, text, command;
};

struct NightlyResult {
  std::string key, status, reason;
  unsigned line = 0;
  uint64_t evaluations = 0;
  double seconds = 0;
  unsigned effort = 1;
  VerdictCounts counts = {};
  std::vector<NightlyBranch> branches = {};
  std::vector<NightlyFinding> findings = {};
  std::string suite = ""; // coverme-suite/1
};

// Makes the result of the report of a function that ran.
NightlyResult resultOf(const FunctionReport &report);

// A row of the store's table of results.
struct ResultRow {
  int64_t id = 0, function = 0, firstRun = 0, lastRun = 0;
  NightlyFunction who;
  std::string key, status, reason;
  uint64_t evaluations = 0;
  unsigned line = 0, effort = 1;
  VerdictCounts counts;

  bool hasRun() const { return status == "complete" || status == "partial"; }
  bool hasOpen() const { return counts.open + counts.deemed != 0; }
};

// The newest result of each function, by library, file and name.
std::vector<ResultRow> newestResults(const Database &database);
// The result of the same function before this one.
std::optional<ResultRow> resultBefore(const Database &database,
                                      const ResultRow &row);

// The function's number in the store, which adds it if it is new.
int64_t numberOf(Database &database, const NightlyFunction &function);

// Adds a row to the table of results.
void addResult(Database &database, int64_t function, int64_t run,
               const NightlyResult &result);

// The branches of a result, by name and outcome.
std::vector<NightlyBranch> branchesOf(const Database &database, int64_t result);
std::vector<NightlyFinding> findingsOf(const Database &database,
                                       int64_t result);
// Makes the row stand for one more night, with the key that the function has
// now.
void extendResult(Database &database, int64_t result, int64_t run,
                  const std::string &key, bool wasReplayed);

// The suite of a result as text; empty without one.
std::string suiteOf(const Database &database, int64_t result);

} // namespace coverme

#endif
