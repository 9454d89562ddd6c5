// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run is asked to do. Each default carries its reason.
#ifndef COVERME_DRIVER_OPTIONS_OPTIONS_H
#define COVERME_DRIVER_OPTIONS_OPTIONS_H

#include "support/Stopwatch.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// The local optimiser below the search. Auto is the staged search of
// docs/algorithm.md; any other one runs Algorithm 1 of the paper over it.
enum class LocalMethod {
  Auto,
  Powell, // NLopt's PRAXIS, Brent's refinement of Powell's method
  Bobyqa,
  Newuoa,
  Cobyla,
  NelderMead,
  Sbplx,
  Avm,      // alternating variable method in ordinal space
  JointAvm, // the same with pairs: one variable leads, another follows
  Climb,    // hill climbing by small random changes
  Es,       // evolution strategy in ordinal space
  Random,   // uniform bit patterns: the baseline
};

// How the evolution strategy makes a child's coordinates from two parents'.
enum class Recombination { Discrete, Global, Intermediate, GlobalIntermediate };

struct EsSettings {
  Recombination recombination = Recombination::Global; // FloPSy's choice
  bool multiStep = false; // a step size per coordinate, not one for all
};

// Parts of the default search that can be left out, to see what each is worth
// (scripts/bench-search).
struct SearchComponents {
  bool specials = true;  // IEEE specials and small integers as starting points
  bool constants = true; // the code's constants as starting points
  bool shapes = true;    // random inputs of likely shapes, else uniform bits
  bool pursuit = true;   // pursues each uncovered branch by itself
  bool approach =
      // Leads a pursuit to its site by the decisions ahead of it.
      true;
  bool joint = true;   // pairs of inputs moved at once
  bool climb = true;   // small random changes, drifting over plains
  bool hopping = true; // basin hopping over FOO_R between the rounds
  bool maxUlp = true;  // proofs filter by maximum ULP
};

// Who is asked about branches that the search has not covered.
enum class ProveMode {
  Auto,     // all, but exhaustion for no more inputs than the search may run
  Off,      // nobody
  Exhaust,  // exhaustion alone, of up to 2^32 inputs
  Interval, // branch-and-prune alone
  Smt,      // the solver alone
  All,      // all, with exhaustion of up to 2^32 inputs
};

// The values are those of coverme_distance_mode.
enum class DistanceMode : uint32_t { Ulp = 0, Squared = 1, Absolute = 2 };

struct SearchOptions {
  // Inputs that the search begins with, as the entry's plan has them.
  std::vector<std::vector<uint64_t>> seeds;
  LocalMethod local = LocalMethod::Auto;
  DistanceMode distance = DistanceMode::Ulp;
  EsSettings es;
  SearchComponents components;
  // Only the staged search asks provers.
  ProveMode prove = ProveMode::Auto;
  // Asks the provers about covered branches, too, to check that they find no
  // proof.
  bool checkProofs = false;
  // Perturbations per starting point (PLDI'17, Sec. 6.1).
  uint32_t iterations = 5;
  // Starting points of Algorithm 1 (PLDI'17, Sec. 6.1).
  uint32_t starts = 500;
  uint64_t seed = 1;
  // The most calls of the code under test. The default search ends long before
  // where nothing comes nearer any more (docs/algorithm.md, section 6).
  uint64_t maxEvaluations = 1'000'000;
  // Wall-clock safety net of the search; budgets count evaluations.
  double timeoutSeconds = 60;
  // The search ends when this many evaluations have passed since its last gain;
  // calls that do not return cost more than one.
  std::optional<uint64_t> patience;
  // When all calls have to end, whatever the code under test does; nullopt: no
  // limit.
  std::optional<Deadline> deadline;
  // Loop iterations that one call may take before it counts as endless. A
  // libm function takes at most some thousands.
  uint64_t fuel = 1'000'000;
  // Bytes that calls may hold, leaks included; enough for any numerical code
  // that is called a million times.
  uint64_t memory = uint64_t{1} << 30;
  // Do calls not count that go outside of a variable of the code's own? Each
  // build finds another thing there.
  bool leavesOutside = false;
  // Where calls run. Empty: in a folder of the run, which goes away with it.
  std::filesystem::path directory;
  // The paper's search alone: random starting points, and a branch that is
  // given up counts as saturated (Sec. 5.3), which may end the search.
  bool paper = false;
};

// `--array p=12`, `--range x=-1:1`: what follows the equals sign, as given.
struct NamedText {
  std::string name, text;

  bool operator==(const NamedText &) const = default;
};

// Where a coverme.toml says what an option wants to know of a name: an input, a
// pointer or a function.
struct SaidInFile {
  std::string flag, name; // "--range", "x"
  std::string place;      // "FILE:LINE"
  // It is said of several functions, of which one need not have the name.
  bool isOfSeveral = false;

  bool operator==(const SaidInFile &) const = default;
};

// What a call's allocations do.
enum class AllocationMode {
  Auto,    // one of them may fail, where calls make some and branches are left
  Fail,    // one of them may fail
  Succeed, // as long as there is memory
};

// What the user says of the inputs.
struct InputOptions {
  std::vector<NamedText> arrays; // elements, or a parameter that counts them
  // Pointers to memory of malloc, or of `operator new`, for the code to free.
  std::vector<std::string> heap;
  std::vector<NamedText> ranges;
  std::vector<std::string> assumptions; // C expressions over the parameters
  std::vector<std::string> globals;     // variables that are inputs
  bool null = false;                    // pointers may be null
  // Pointers lead to different objects, and to no variable of the file.
  bool distinct = false;
  std::vector<std::string> stubs; // functions that are made up
  bool stubUndefined = false;     // so are those that nobody defines
  bool roundingModes = false;     // the rounding mode is an input
  AllocationMode allocations = AllocationMode::Auto;
  // Calls ahead of the entry's: "geod_init(g, a, f)".
  std::vector<std::string> setups;
  // Each of them is made or not, as an input says.
  bool setupsAreChoices = false;
  // Elements of objects whose size nobody says, as calls have wanted them, by
  // siblingsOf() the pointer's name; and results of functions made up, "f()".
  std::map<std::string, uint32_t> learnt;
  // Those that calls have wanted ahead of where pointers lead.
  std::map<std::string, uint32_t> learntAhead;
  // Variables that the search has made inputs, with their values at first.
  std::map<std::string, uint64_t> learntGlobals;
  // Allocations that calls have made, at most; 0: none that is known of.
  uint32_t learntAllocations = 0;
  // Pointers that calls have freed, by siblingsOf() their names.
  std::set<std::string> freed;
  // The command line is for several functions: a name that this one does not
  // have is another's.
  bool isForMany = false;
  std::vector<SaidInFile> saidInFile;

  // May the name that an option is about be another function's?
  bool mayBeOfOthers(const std::string &flag, const std::string &name) const {
    const auto said =
        std::ranges::find_if(saidInFile, [&](const SaidInFile &each) {
          return each.flag == flag && each.name == name;
        });
    return said == saidInFile.end() ? isForMany : said->isOfSeveral;
  }

  bool operator==(const InputOptions &) const = default;

  // Is more said of calls than the code's types say?
  bool boundsCalls() const {
    return distinct || !arrays.empty() || !ranges.empty() ||
           !assumptions.empty();
  }

  // Is nothing said of the entry's inputs?
  bool isPlain() const {
    InputOptions plain;
    plain.isForMany = isForMany;
    plain.saidInFile = saidInFile;
    return *this == plain;
  }
};

// Inputs to begin with (core/SeedInputs.h): by function, names and bits; and
// bytes, for any function.
struct SeedInputs {
  std::map<std::string, std::vector<std::vector<NamedText>>> named;
  std::vector<std::string> bytes;
};

// What results are compared with, at most one of the two.
struct OracleOptions {
  std::string compare;              // "FILE.c:NAME", "libm:NAME"
  std::string reference;            // "mpfr:NAME"
  bool maximize = false;            // search for the largest error
  std::optional<uint64_t> mostUlps; // a larger error is a finding

  bool isAsked() const { return !compare.empty() || !reference.empty(); }
  // Is it a function of mathematics, which coverme computes itself?
  bool isReference() const {
    return !reference.empty() || compare.starts_with("libm:");
  }
  const std::string &name() const {
    return reference.empty() ? compare : reference;
  }
};

// Findings that somebody has looked at.
struct AcceptedFindings {
  std::string function; // a pattern, as for the names of files
  std::string finding;  // a pattern of its kind, or of "KIND: DETAIL"
  std::string reason;
  std::string until; // the last day, YYYY-MM-DD; empty: for ever
  std::string place; // where that is said: "FILE:LINE"
};

struct RunOptions {
  // Functions of `source` and `others` are asked about; those of `with` are a
  // part of the program alone.
  std::filesystem::path source;
  std::vector<std::string> others, with;
  std::string entry;
  bool isOfAll = false;          // the entry is one of many functions (--all)
  std::string goal = "coverage"; // what is asked: goals/Goals.h
  std::vector<std::string> compilerFlags; // for both compilers
  std::vector<std::string> clangFlags;    // for clang alone
  std::filesystem::path config;           // coverme.toml; empty: none
  bool readsConfig = true;                // look for one, if none is given
  std::filesystem::path project; // place of compile_commands.json; empty: none
  // The project's flags for `source`, and the objects that it needs.
  std::vector<std::string> projectFlags;
  // Places that inputs are to reach, in the words of coverme/marks.h.
  std::vector<std::string> marks;
  InputOptions inputs;
  SearchOptions search;
  bool callees = false; // the sites of called functions count too
  bool gcov = true;     // replay the suite under gcov
  std::string gcovCompiler = "gcc";
  OracleOptions oracle;
  std::vector<std::string> seedPlaces; // reports and folders with inputs
  SeedInputs seeds;                    // the inputs of seedPlaces
  std::vector<std::string> sanitizers; // of sanitizerNames(), in their order
  std::vector<AcceptedFindings> accepted;

  // All sources, by their numbers in the tables (Function::source).
  std::vector<std::filesystem::path> sources() const {
    std::vector<std::filesystem::path> all = {source};
    all.insert(all.end(), others.begin(), others.end());
    all.insert(all.end(), with.begin(), with.end());
    return all;
  }
  bool isCounted(uint32_t number) const { return number <= others.size(); }
  // The project's flags, and the user's behind them.
  std::vector<std::string> allFlags() const {
    std::vector<std::string> flags = projectFlags;
    flags.insert(flags.end(), compilerFlags.begin(), compilerFlags.end());
    return flags;
  }
};

// What is printed of a result.
struct ReportChoice {
  std::string format = "text"; // a name of report/ReportWriter.h
  std::vector<NamedText> files =
      {};                    // more formats, and the files that get them
  std::string baseline = {}; // a file for the baseline; empty: none
  bool verbose = false;
  bool quiet = false;
  bool showsSource = false;
};

// Tests that a project keeps, and how near results have to be in them.
struct EmitOptions {
  std::vector<NamedText> folders; // by kinds of keep/KeptTests.h
  // By default results are to be the same: code that computes with exact inputs
  // gives the same bits until somebody changes it.
  uint64_t maxUlp = 0;
  double relTol = 0;
  bool checksExceptions = false; // the flags that a call raises
  bool checksNans = false;       // by their bits
  bool update = false;
};

// A run, and what the tool does with its result.
struct CommandLine {
  RunOptions run;
  bool list = false;
  bool all = false;         // every function of the file
  std::string match;        // of these, only those whose name has a match
  bool own = false;         // of these, none of files that the source includes
  uint64_t jobs = 1;        // functions at the same time
  std::string jsonFile;     // empty: none
  std::string outputFolder; // empty: none
  bool keepsCounters = false; // in outputFolder, as gcov reads them
  std::string smtFolder;      // as outputFolder
  double totalTimeout = 0;    // seconds of --all; 0: no limit
  std::string resume;         // a journal (batch/Journal.h); empty: none
  bool printsConfig = false;
  std::string clang;           // replaces the clang built with; empty: that one
  std::set<std::string> given; // the options given on the command line: "--all"
  EmitOptions emit;
  bool namesCompiler = false;      // --gcov-cc was given
  double minCoverage = -1;         // negative: not given
  double minFeasibleCoverage = -1; // the same
  bool failOnFinding = false, failOnOpen = false;
  std::string baseline; // the JSON of an earlier run; empty: none
  ReportChoice report;
};

// --paper: the settings of PLDI'17, Sec. 6.1, with the distance of Sec. 4.1.
inline void applyPaperSettings(SearchOptions &options) {
  options.paper = true;
  options.local = LocalMethod::Powell;
  options.distance = DistanceMode::Squared;
  options.iterations = 5;
  options.starts = 500;
  // The paper has no such budget; its starts end every search before this.
  options.maxEvaluations = 20'000'000;
}

} // namespace coverme

#endif
