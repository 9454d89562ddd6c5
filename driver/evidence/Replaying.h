// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays the tests in a coverage build, and searches for other witnesses where
// that does not confirm what our own program took.
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

// Are two results of the entry, as slots, the same? All NaNs count as the same.
bool isSameResult(const Function &entry, uint64_t a, uint64_t b);

// How a test's end or result in the replay differs from ours: one line, empty
// if it does not. Where a longjmp out of the call leads is chance, so there it
// only has to end by some signal.
std::string replayDifference(const Function &entry, const Ending &ending,
                             uint64_t result, const TestTrace &replayed,
                             const std::string &compiler);

// The same, as far as a difference shows that the call went another way. Where
// a function ends without a `return`, its result does not.
std::string wayDifference(const Function &entry, const Ending &ending,
                          uint64_t result, const TestTrace &replayed,
                          const std::string &compiler);

// What a replay works on; all of it outlives the call.
struct ReplayTask {
  const RunOptions &options;
  const SearchOptions &search; // of the run, with its folder
  const Goal &goal;
  const BranchSet &proved; // infeasible
  bool withCallees;        // do gcov's figures count the whole file?
  const std::filesystem::path &sharedObject;
  const std::filesystem::path &folder; // for the clang build
  CoverageBuild &build;
  const std::shared_ptr<Companions> &companions; // that the build has
  const SourceObjects &objects;
  const Stopwatch &sinceStart;
};

struct ReplayResult {
  std::vector<Test> suite; // minimal; covers what is confirmed
  // Why no test is confirmed for a branch that our own program took.
  std::map<BranchId, std::string> doubts;
  // What a coverage build says of a branch that it took and that is proved
  // infeasible.
  std::map<BranchId, std::string> refuted;
  // The same, where it may have taken something else.
  std::map<BranchId, std::string> questioned;
  // Every test that was replayed, and how it went.
  std::vector<std::pair<Test, TestTrace>> replayed;
  std::optional<GcovCounts> counts; // of the suite
  std::string annotation;           // of the entry's file
  std::optional<Error> laterError;  // why there are no counts
  uint64_t evaluations = 0;         // of searches for other witnesses
};

// Replays a minimal suite of the candidates. Tests that are not confirmed are
// replaced by other candidates, as long as there are any. Then searches, three
// times at most, for other witnesses of what is left. Ends within what is left
// of --timeout, or three seconds.
// Throws Error as CoverageBuild::notes does, and when interrupted.
ReplayResult replayTests(const ReplayTask &task, std::vector<Test> candidates);

// The seconds that a replay may still take.
double secondsFor(const ReplayTask &task);

// Adds to `result` gcov's figures of these runs together, or the error why
// there are none; neither if there is no time for them.
void annotate(const ReplayTask &task,
              const std::vector<const TestTrace *> &traces, double seconds,
              ReplayResult &result);

} // namespace coverme

#endif
