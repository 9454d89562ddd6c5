// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of coverme, from a C file to verdicts. The driver's front door:
//
//   const Prepared prepared = prepare(options);      // compile, link
//   const RunResult result = run(prepared, options); // search, confirm, gcov
//   const FunctionReport report = makeReport(result);  // report/MakeReport.h
#ifndef COVERME_DRIVER_RUN_RUN_H
#define COVERME_DRIVER_RUN_RUN_H

#include "compare/Comparison.h"
#include "core/Figures.h"
#include "core/Scope.h"
#include "engine/Campaign.h"
#include "evidence/CoverageBuild.h"
#include "evidence/Findings.h"
#include "evidence/Gcov.h"
#include "evidence/Suite.h"
#include "execute/RoomSizes.h"
#include "options/Options.h"
#include "prove/Proof.h"
#include "run/Build.h"
#include "support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

struct BranchVerdict {
  BranchId branch = 0;
  Verdict verdict = Verdict::Open;
  std::optional<size_t> test;    // the first in the suite that takes it
  uint64_t spent = 0;            // evaluations of the pursuit of it
  bool onlyNonReturning = false; // taken, but by no call that returned
  std::optional<Proof> proof;    // with ProvedInfeasible alone
  // Of an open branch that our own program took: why no other build confirms
  // it.
  std::string doubt = "";
  // Of an uncovered branch of a decision that no call comes to: the nearest
  // branch on the way there that none takes, at one that calls come to.
  std::optional<BranchId> behind = std::nullopt;
  uint64_t reachedAfter = 0; // evaluations of the search; 0: not reached
};

struct RunResult {
  RunOptions options;
  const Program *program; // of the Prepared that was run
  Scope scope;
  // Of the scope's sites in their order, false before true.
  std::vector<BranchVerdict> branches;
  std::vector<Test> suite;
  std::vector<FindingReport> findings;
  std::vector<GuessedSize> guessedSizes;
  std::optional<Comparison> comparison;
  std::optional<GcovCounts> gcov;
  std::string gcovAnnotation; // empty without gcov
  // As CoverageBuild::counters, of the suite; empty without gcov.
  std::filesystem::path counters;
  std::string replaySource; // the generated program; empty for IR
  Timing timing;
  uint64_t evaluations = 0;
  uint64_t evaluationsToLast = 0; // until the last new branch was found
  // Why the search ended before its budget, if it did. A signal may also have
  // cut what follows the search.
  bool cutByTimeout = false, cutByRestarts = false, cutBySignal = false;
  // Did --timeout cut the provers, and nothing else?
  bool cutProofs = false;
  // Why provers could not look at the entry, as a phrase with "it" for the
  // entry; empty if they could, were not asked for, or had nothing to prove.
  std::string unprovable = "";
  // Why there are no figures of gcov, or no findings of sanitizers, though they
  // were asked for.
  std::optional<Error> laterError;
  // The plan of the entry with other options, as planInputs has it.
  std::function<InputPlan(const InputOptions &)> planWith;

  const Function &entry() const { return program->functions[scope.entry]; }
  VerdictCounts verdicts() const;
  FunctionSummary summary() const;
};

// Searches, proves, confirms and replays. Objects that turn out too small
// become larger, so that `prepared` is prepared anew; the result's options have
// their sizes.
// Throws Error(BadInput) when no input fulfils the assumption, and as
// prepareEntry does.
// require: `prepared` is of the same entry and options and outlives the result
RunResult run(Prepared &prepared, const RunOptions &options,
              const ProgressHook &progress);

} // namespace coverme

#endif
