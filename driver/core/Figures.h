// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The figures that sum up runs: ratios, verdicts, times.
#ifndef COVERME_DRIVER_CORE_FIGURES_H
#define COVERME_DRIVER_CORE_FIGURES_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace coverme {

struct Ratio {
  uint64_t hit = 0, total = 0;

  double percent() const {
    return total == 0
               ? 100.0
               : 100.0 * static_cast<double>(hit) / static_cast<double>(total);
  }
  Ratio &operator+=(const Ratio &other) {
    hit += other.hit;
    total += other.total;
    return *this;
  }
  bool operator==(const Ratio &) const = default;
};

enum class Verdict {
  Covered,          // a test takes it
  ProvedInfeasible, // no input can
  DeemedInfeasible, // the paper's heuristic: only non-zero minima were found
  Open,             // nothing is known
};

// Number of branches by verdict.
struct VerdictCounts {
  size_t covered = 0, proved = 0, deemed = 0, open = 0;
  size_t ended = 0; // of those covered: by tests alone that do not return

  size_t total() const { return covered + proved + deemed + open; }
  Ratio ofAll() const { return {covered, total()}; }
  // The covered ones of those that an input may take: nothing proves the
  // opposite.
  Ratio ofFeasible() const { return {covered, total() - proved}; }
  // The ones that are covered or proved infeasible, of all.
  Ratio decided() const { return {covered + proved, total()}; }

  void count(Verdict verdict, bool onlyByEnded) {
    ended += onlyByEnded;
    ++(verdict == Verdict::Covered            ? covered
       : verdict == Verdict::ProvedInfeasible ? proved
       : verdict == Verdict::DeemedInfeasible ? deemed
                                              : open);
  }
  VerdictCounts &operator+=(const VerdictCounts &other) {
    covered += other.covered;
    proved += other.proved;
    deemed += other.deemed;
    open += other.open;
    ended += other.ended;
    return *this;
  }
  bool operator==(const VerdictCounts &) const = default;
};

// The times of a run, in seconds. `provers` is the provers' part of `search`;
// `gcov` is what was waited for after the search.
struct Timing {
  double compile = 0, link = 0, search = 0, provers = 0, gcov = 0, total = 0;

  bool operator==(const Timing &) const = default;
};

// How the run of one function of a file ended.
enum class FunctionStatus {
  Ran,     // there are verdicts
  Skipped, // it takes what cannot be made up
  Failed,  // its run ended in an error, or its process died
  NotRun,  // an interrupt came before its end
};

// A function's row in the table of a file.
struct FunctionSummary {
  VerdictCounts branches;
  std::optional<Ratio> gcov; // its branches under gcov
  size_t findings = 0;
  uint64_t evaluations = 0;
  size_t accepted = 0;   // of the findings and suspicions
  size_t suspicions = 0; // findings that hang on a guess or a limit of ours

  FunctionSummary &operator+=(const FunctionSummary &other) {
    branches += other.branches;
    if (other.gcov)
      gcov = Ratio{(gcov ? gcov->hit : 0) + other.gcov->hit,
                   (gcov ? gcov->total : 0) + other.gcov->total};
    findings += other.findings;
    accepted += other.accepted;
    suspicions += other.suspicions;
    evaluations += other.evaluations;
    return *this;
  }
  bool operator==(const FunctionSummary &) const = default;
};

} // namespace coverme

#endif
