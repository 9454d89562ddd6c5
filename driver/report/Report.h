// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every report is made of: the results of a run as plain data, with all
// numbers already as text. report/MakeReport.h makes it of a run, and
// report/JsonReport.h writes it as JSON and reads it back.
#ifndef COVERME_DRIVER_REPORT_REPORT_H
#define COVERME_DRIVER_REPORT_REPORT_H

#include "core/BranchSet.h"
#include "core/Figures.h"
#include "evidence/FindingGroup.h"
#include "goals/GoalKind.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace coverme {

// A parameter, or a number that a call takes or leaves.
struct ReportedVariable {
  std::string name, type; // as in C
  std::vector<std::string>
      places; // of a pointer: the places that its values number

  bool operator==(const ReportedVariable &) const = default;
};

struct ReportedValue {
  std::string bits;      // hexadecimal, as many digits as the type has
  std::string value;     // exact: a hex float, or a decimal integer
  std::string name = ""; // of a value that has one: "upward"
  bool isIdle = false;   // an input that decides nothing in this call

  bool operator==(const ReportedValue &) const = default;
};

// A call of a test: the entry's, or one ahead of it.
struct ReportedCall {
  std::string function;
  // Names of inputs, pointers and objects, and constants.
  std::vector<std::string> arguments;
  std::string target = ""; // the entry's parameter that its result replaces

  bool operator==(const ReportedCall &) const = default;
};

struct ReportedProof {
  std::string engine;
  uint64_t boxes = 0; // the work
  double seconds = 0;
  std::string reason; // one line for people

  bool operator==(const ReportedProof &) const = default;
};

// A branch, or a place that is to be reached.
struct ReportedTarget {
  Verdict verdict = Verdict::Open;
  std::optional<size_t> test; // of a covered one: its index, from 0
  uint64_t foundAfter =
      0;              // of a covered one: evaluations until then; 0: unknown
  uint64_t spent = 0; // of others: evaluations of the pursuit of it
  std::optional<ReportedProof> proof = {}; // with ProvedInfeasible alone
  std::string unconfirmed = "";  // why no other build confirms that it is taken
  bool onlyNonReturning = false; // taken, but by no call that returned
  std::string hint = "";         // what the user might do
  // Of a decision that no call comes to: the nearest branch on the way there
  // that none takes, at one that calls come to: "f.c:3:7 true".
  std::string behind = "";

  bool operator==(const ReportedTarget &) const = default;
};

struct ReportedSite {
  uint32_t id = 0;
  std::string function;
  std::string file; // without its folder
  unsigned line = 0, column = 0;
  std::string text;     // of that line, trimmed and shortened
  std::string kind;     // of a decision: "branch", ...
  std::string operands; // of a decision: "double", ...
  bool isMeasurable = true;
  std::string at; // of a place: as --at has it
  // Of a decision the outcomes false and true; of a place, one target.
  std::vector<ReportedTarget> targets;
  std::string path = ""; // of the file, as FunctionReport::path
  // Of a case, its value as a decimal number; empty where it is unknown.
  std::string label = "";

  bool operator==(const ReportedSite &) const = default;
};

// Lines of source that a report is about.
struct ReportedExcerpt {
  std::string file; // without its folder
  unsigned first = 0;
  std::vector<std::string> lines;

  bool operator==(const ReportedExcerpt &) const = default;
};

struct ReportedTest {
  std::vector<ReportedValue> inputs; // as FunctionReport::inputs
  std::optional<ReportedValue> result;
  std::vector<ReportedValue> outputs; // as FunctionReport::outputs, or none
  std::string ending;                 // "SIGABRT", "exits 3"; empty: it returns
  BranchSet covers;                   // branches, numbered by sites' ids
  // The test's calls in their order; empty: of the entry alone.
  std::vector<ReportedCall> calls = {};

  bool operator==(const ReportedTest &other) const {
    return inputs == other.inputs && result == other.result &&
           outputs == other.outputs && ending == other.ending &&
           calls == other.calls && std::ranges::equal(covers, other.covers);
  }
};

struct ReportedFinding {
  struct Place {
    std::string file;
    unsigned line = 0;
    bool isExact = false;

    bool operator==(const Place &) const = default;
  };

  std::string kind, detail;
  std::vector<ReportedValue> inputs;
  std::optional<Place> place;
  std::string reproduce;                // a command; empty: there is none
  std::vector<ReportedCall> calls = {}; // as ReportedTest::calls
  FindingGroup group = FindingGroup::Values;
  std::string accepted =
      {}; // why the user has accepted it; empty: not accepted

  bool isSuspicion() const { return coverme::isSuspicion(kind, group); }
  bool operator==(const ReportedFinding &) const = default;
};

// A call, with its result and what a reference says it should be.
struct ReportedError {
  std::vector<ReportedValue> inputs;
  ReportedValue result, expected;
  double ulps = 0; // may be infinite

  bool operator==(const ReportedError &) const = default;
};

struct ReportedComparison {
  // Inputs and result are those of the suite's test.
  struct Test {
    size_t test; // from 0
    ReportedValue expected;
    double ulps;

    bool operator==(const Test &) const = default;
  };

  std::string with;                          // "mpfr:tanh"
  std::vector<Test> tests;                   // the largest error first
  std::optional<ReportedError> largest = {}; // of a search for it
  uint64_t evaluations = 0;                  // that the search for it took

  bool operator==(const ReportedComparison &) const = default;
};

struct ReportedGcov {
  std::string compiler;
  Ratio lines, branches, calls;
  uint64_t leftOut = 0; // tests, as GcovCounts::leftOut
  // How often each executable line of the entry's file ran, of the entry, or
  // with --callees of all that is in it.
  std::map<unsigned, uint64_t> byLine = {};

  bool operator==(const ReportedGcov &) const = default;
};

// Why a run ended before its time.
enum class Cut { None, Interrupt, Timeout, Restarts, Proofs };

// An object behind a pointer whose size is a guess that calls have gone beyond;
// or how many results of a function made up are inputs.
struct ReportedSize {
  std::string name; // of the pointer
  uint64_t elements = 0;
  uint64_t ahead = 0;         // more, ahead of where it leads
  std::optional<int64_t> met; // the farthest element that it cannot have
  bool isGrown = false;       // calls have wanted so many

  bool operator==(const ReportedSize &) const = default;
};

struct FunctionReport {
  std::string tool; // the tool that ran: "coverme 0.1.0"
  std::string goal; // a name of goalKinds()
  std::string source, entry;
  // Of the entry's definition: the file, relative to the working folder of the
  // run if it is below that, and the line.
  std::string path;
  unsigned line = 0;
  uint64_t seed = 0;
  std::string options; // an object of JSON
  std::vector<ReportedVariable> parameters, inputs, outputs;
  uint64_t inputsLeftOut = 0;
  std::vector<ReportedSize> guessedSizes;
  // As InputPlan::nodeBounds.
  std::map<std::string, uint32_t> nodeBounds = {};
  // The classes whose virtual functions return zero, as their own are not
  // known.
  std::vector<std::string> madeUpClasses = {};
  std::vector<std::string> proofsAssume;
  // Why provers could not look at the entry; or empty.
  std::string unprovable = "";
  std::vector<ReportedSite> sites;
  std::vector<ReportedTest> tests;
  std::vector<ReportedFinding> findings;
  // The functions that have sites, and other lines with sites.
  std::vector<ReportedExcerpt> excerpts;
  std::optional<ReportedComparison> comparison;
  std::optional<ReportedGcov> gcov;
  Timing timing;
  uint64_t evaluations = 0, evaluationsToLast = 0;
  Cut cut = Cut::None;

  const GoalKind &kind() const { return goalNamed(goal); }
  // How the test of a branch ends that only tests cover which do not return;
  // else null.
  const std::string *endingOf(const ReportedTarget &target) const {
    if (!target.test || kind().isAtPlaces || tests[*target.test].ending.empty())
      return nullptr;
    return &tests[*target.test].ending;
  }
  VerdictCounts verdicts() const {
    VerdictCounts counts;
    for (const ReportedSite &site : sites)
      for (const ReportedTarget &target : site.targets)
        counts.count(target.verdict, endingOf(target) != nullptr);
    return counts;
  }
  FunctionSummary summary() const {
    const auto suspicions = static_cast<size_t>(
        std::count_if(findings.begin(), findings.end(),
                      [](const auto &each) { return each.isSuspicion(); }));
    return {verdicts(),
            gcov ? std::optional(gcov->branches) : std::nullopt,
            findings.size() - suspicions,
            evaluations,
            static_cast<size_t>(std::count_if(
                findings.begin(), findings.end(),
                [](const auto &each) { return !each.accepted.empty(); })),
            suspicions};
  }
  bool operator==(const FunctionReport &) const = default;
};

struct ReportedFunction {
  std::string name;
  std::string file; // without its folder
  unsigned line = 0;
  FunctionStatus status = FunctionStatus::NotRun;
  std::string reason;      // why it was not run, or why gcov has no figures
  FunctionSummary summary; // if it ran
};

struct FileReport {
  std::string tool, goal, source, match;
  size_t others = 0; // further sources of the run
  uint64_t seed = 0;
  std::string options; // an object of JSON
  bool wasInterrupted = false;
  uint64_t withoutTargets = 0; // functions without targets
  uint64_t leftOut = 0;        // functions of headers
  Timing timing;               // compile, link, total
  std::vector<ReportedFunction> functions;
  // The report of a function that ran, by its index. Read when it is asked for,
  // so that one after the other is in memory. Throws Error as readReport does.
  std::function<FunctionReport(size_t)> reportOf;

  const GoalKind &kind() const { return goalNamed(goal); }
  size_t count(FunctionStatus status) const {
    size_t number = 0;
    for (const ReportedFunction &function : functions)
      number += function.status == status;
    return number;
  }
  FunctionSummary total() const {
    FunctionSummary sum;
    for (const ReportedFunction &function : functions)
      sum += function.summary;
    return sum;
  }
};

using Report = std::variant<FunctionReport, FileReport>;

} // namespace coverme

#endif
