// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what our own program took to what others have confirmed: the replay of
// the tests, and the search for other witnesses where it does not bear them
// out.
#ifndef COVERME_DRIVER_EVIDENCE_REPLAYING_H
#define COVERME_DRIVER_EVIDENCE_REPLAYING_H

#include "core/BranchSet.h"
#include "core/Scope.h"
#include "engine/Goal.h"
#include "evidence/CoverageBuild.h"
#include "evidence/Gcov.h"
#include "evidence/Suite.h"
#include "support/Error.h"
#include "support/Stopwatch.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// Are two results of the entry, as slots, the same? All NaNs are.
bool isSameResult(const Function &entry, uint64_t a, uint64_t b);

// How a test's end or result in the replay differs from ours: one line, empty
// if it does not. Where a longjmp to nowhere leads is chance, but by a signal.
std::string replayDifference(const Function &entry, const Ending &ending,
                             uint64_t result, const TestTrace &replayed,
                             const std::string &compiler);

// The same, as far as it may tell that the call went another way: where a
// function ends without a result, what is left in its place does not.
std::string wayDifference(const Function &entry, const Ending &ending,
                          uint64_t result, const TestTrace &replayed,
                          const std::string &compiler);

// What a replay works on; all of it outlives the call.
struct ReplayTask {
  const RunOptions &options;
  const SearchOptions &search; // of the run, with its folder
  const Goal &goal;
  const BranchSet &proved; // infeasible
  bool withCallees;        // are the figures the whole file's?
  const std::filesystem::path &sharedObject;
  const std::filesystem::path &folder; // for the clang build
  CoverageBuild &build;
  const std::shared_ptr<Companions> &companions; // that the build has
  const SourceObjects &objects;
  const Stopwatch &sinceStart;
};

struct ReplayResult {
  std::vector<Test> suite; // covers what is confirmed
  // Of what our own program took, and no test is confirmed for: why.
  std::map<BranchId, std::string> doubts;
  // Of what is proved infeasible, and a coverage build took: what it says.
  std::map<BranchId, std::string> refuted;
  // The same, where what it took may be something else.
  std::map<BranchId, std::string> questioned;
  // Every test that was replayed, and how it went.
  std::vector<std::pair<Test, TestTrace>> replayed;
  std::optional<GcovCounts> counts; // of the suite
  std::string annotation;           // of the entry's file
  std::optional<Error> laterError;  // why there are none
  uint64_t evaluations = 0;         // of searches for other witnesses
};

// Replays a minimal suite of the candidates, and others in place of those that
// are not confirmed, until what is left is. Then searches, three times at most,
// for other witnesses of what is left. Ends within what is left of --timeout,
// or three seconds.
// Throws Error as CoverageBuild::notes does, and when interrupted.
ReplayResult replayTests(const ReplayTask &task, std::vector<Test> candidates);

// How long a replay may take yet.
double secondsFor(const ReplayTask &task);

// Adds gcov's figures of these runs together, or why there are none; neither if
// there is no time for them.
void annotate(const ReplayTask &task,
              const std::vector<const TestTrace *> &traces, double seconds,
              ReplayResult &result);

} // namespace coverme

#endif
