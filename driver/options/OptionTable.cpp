// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options/OptionTable.h"

#include "options/OptionNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace coverme {
namespace {

template <class T> std::vector<std::string> namesOf() {
  std::vector<std::string> names;
  for (const auto &[name, value] : valuesByName<T>())
    names.push_back(name);
  return names;
}

template <class T> Choice choiceOf(T &target) {
  return {namesOf<T>(), [&target] { return name(target); },
          [&target](const std::string &given) {
            target = valuesByName<T>().at(given);
          }};
}

template <class T> Number<T> countFrom(T least, T &target) {
  return {&target, least, std::numeric_limits<T>::max()};
}

Names withoutNames(SearchComponents &components) {
  using Component = bool SearchComponents::*;
  return {namesOf<Component>(),
          [&components] {
            std::vector<std::string> leftOut;
            for (const auto &[name, component] : valuesByName<Component>())
              if (!(components.*component))
                leftOut.push_back(name);
            return leftOut;
          },
          [&components](const std::vector<std::string> &given) {
            for (const auto &[name, component] : valuesByName<Component>())
              components.*component =
                  std::find(given.begin(), given.end(), name) == given.end();
          }};
}

// Each once, in the order of sanitizerNames().
Names sanitizers(std::vector<std::string> &target) {
  return {sanitizerNames(), [&target] { return target; },
          [&target](const std::vector<std::string> &given) {
            target.clear();
            for (const std::string &name : sanitizerNames())
              if (std::find(given.begin(), given.end(), name) != given.end())
                target.push_back(name);
          },
          "sanitizer"};
}

// What a default looks like in a help text.
struct DefaultText {
  std::string operator()(const Choice &choice) const { return choice.get(); }
  std::string operator()(const Text &text) const { return *text.target; }
  template <class T> std::string operator()(const Number<T> &number) const {
    return fmt::format("{}", *number.target / number.unit);
  }
  template <class T> std::string operator()(const T &) const { return ""; }
};

// Puts the default between brackets that have nothing in them.
void showDefault(Option &option) {
  if (const size_t at = option.help.find("[]"); at != std::string::npos)
    option.help.insert(at + 1, std::visit(DefaultText(), option.value));
}

} // namespace

std::string Option::member() const {
  std::string member = name != nullptr ? name : flag;
  member.erase(0, member.find_first_not_of('-'));
  std::replace(member.begin(), member.end(), '-', '_');
  return member;
}

std::vector<Option> optionTable(CommandLine &line) {
  using enum OptionGroup;
  constexpr unsigned kBoth = kTold | kOfRun;
  constexpr unsigned kEach = kOfFile | kOfFunction;
  RunOptions &run = line.run;
  InputOptions &inputs = run.inputs;
  SearchOptions &search = run.search;
  std::vector<Option> table = {
      // JSON has `entry`, `match` and `seed` beside `options`.
      {"--entry", "NAME", General, kOfRun, Text{&run.entry},
       "Function to cover"},
      {"--all", "", General, 0, Switch{&line.all},
       "Cover every function of FILE.c"},
      {"--config", "FILE", General, kBoth, Folder{&run.config},
       "Settings [the coverme.toml above the source]"},
      {"--no-config", "", General, kOfRun, Switch{&run.readsConfig, false},
       "Read none"},
      {"--print-config", "", General, 0, Switch{&line.printsConfig},
       "Print what holds, and where that is said, and stop"},
      {"--match", "REGEX", General, 0, Text{&line.match},
       "With --all: those whose name matches"},
      {"--own", "", General, kOfFile, Switch{&line.own},
       "With --all: none of files that FILE.c includes"},
      {"-j", "N", General, 0, countFrom<uint64_t>(1, line.jobs),
       "With --all: functions at once [processors]"},
      {"--total-timeout", "SEC", General, kOfFile,
       Number<double>{&line.totalTimeout, 0.001, 1e9},
       "With --all: seconds at the most"},
      {"--resume", "FILE", General, 0, Text{&line.resume},
       "With --all: keep results there, and take those that are"},
      {"--list", "", General, 0, Switch{&line.list},
       "List the functions of FILE.c and stop"},

      {"-p", "DIR", General, kBoth, Folder{&run.project},
       "Take flags and objects from its compile_commands.json", "project"},
      {"", "", General, kTold, Texts{&run.others}, "", "other_sources"},
      {"--with", "FILE.c", General, kBoth | kOfFile, Texts{&run.with},
       "A part of the program, whose functions do not count"},

      {"--clang", "PROGRAM", General, kOfRun, Text{&line.clang},
       "The clang to compile with, for COVERME_CLANG"},
      {"--clang-flag", "FLAG", General, kBoth | kOfFile, Texts{&run.clangFlags},
       "A flag for clang alone, behind those for both"},

      // Its names are those of goals/GoalKind.h.
      {"--goal", "NAME", General, kBoth, Text{&run.goal},
       "What is asked []: reach, boundary"},
      {"--at", "PLACE", General, kBoth, Texts{&run.marks},
       "With --goal reach: FILE:LINE, call:FUNCTION, or assert"},

      {"--array", "P=N", Inputs, kBoth | kEach, NamedTexts{&inputs.arrays},
       "P points to N elements; N may be a parameter"},
      {"--heap", "P", Inputs, kBoth | kEach, Texts{&inputs.heap},
       "P points to memory of malloc, which the code may free"},
      {"--range", "X=LO:HI", Inputs, kBoth | kEach, NamedTexts{&inputs.ranges},
       "X lies between LO and HI, both included"},
      {"--assume", "EXPR", Inputs, kBoth | kEach, Texts{&inputs.assumptions},
       "Only inputs for which the C expression holds"},
      {"--global", "NAME", Inputs, kBoth | kEach, Texts{&inputs.globals},
       "The variable is an input"},
      {"--null", "", Inputs, kBoth | kEach, Switch{&inputs.null},
       "Pointers may be null"},
      {"--distinct", "", Inputs, kBoth | kEach, Switch{&inputs.distinct},
       "Pointers lead to different objects, and to no variable"},
      {"--stub", "NAME", Inputs, kBoth | kOfFile, Texts{&inputs.stubs},
       "The function is made up; its results are inputs"},
      {"--stub-undefined", "", Inputs, kBoth | kOfFile,
       Switch{&inputs.stubUndefined},
       "So are functions that are defined nowhere"},
      {"--rounding-modes", "", Inputs, kBoth | kOfFile,
       Switch{&inputs.roundingModes}, "The rounding mode is an input"},
      {"--allocations", "HOW", Inputs, kBoth | kEach,
       choiceOf(inputs.allocations), "What malloc does []: fail, succeed"},
      {"--setup", "CALL", Inputs, kBoth | kEach, Texts{&inputs.setups},
       "Call ahead of the entry, as in init(p, n), p = make(3)"},

      {"--local", "NAME", Search, kTold | kEach, choiceOf(search.local),
       "Local optimiser []: powell bobyqa newuoa cobyla\n"
       "neldermead sbplx avm jointavm climb es random"},
      {"--distance", "NAME", Search, kTold | kEach, choiceOf(search.distance),
       "Branch distance []: squared absolute"},
      {"--n-iter", "N", Search, kTold | kEach,
       countFrom<uint32_t>(0, search.iterations),
       "Perturbations per starting point []"},
      {"--n-start", "N", Search, kTold | kEach,
       countFrom<uint32_t>(1, search.starts),
       "Starting points of Algorithm 1 []"},
      {"--seed-inputs", "PLACE", Search, kTold, Texts{&run.seedPlaces},
       "Begin with tests of a report, or files of a corpus"},
      {"--seed", "N", Search, kEach, countFrom<uint64_t>(0, search.seed),
       "Seed of all random choices []"},
      {"--max-evals", "N", Search, kTold | kEach,
       countFrom<uint64_t>(1, search.maxEvaluations),
       "Calls of the entry at the most []"},
      {"--timeout", "SEC", Search, kTold | kEach,
       Number<double>{&search.timeoutSeconds, 0.001, 1e9},
       "Seconds of search at the most []"},
      {"--paper", "", Search, kTold, Switch{&search.paper},
       "The settings of the paper: docs/options.md"},
      {"--es", "NAME", Search, kTold | kEach, choiceOf(search.es.recombination),
       "Recombination in es []"},
      {"--es-multi-step", "", Search, kTold | kEach,
       Switch{&search.es.multiStep, true, {{"single", "multi"}}},
       "A step size per coordinate in es", "es_steps"},
      {"--without", "NAME", Search, kTold | kEach,
       withoutNames(search.components),
       "Leave a part of the default search out"},
      {"--prove", "WHO", Search, kTold | kEach, choiceOf(search.prove),
       "Prover of the rest []: off exhaust interval smt all"},
      {"--check-proofs", "", Search, kTold, Switch{&search.checkProofs},
       "Let provers try covered branches, which must fail"},
      {"--callees", "", General, kTold | kOfFile, Switch{&run.callees},
       "Cover the functions that the entry calls, too"},
      {"--memory", "MIB", Search, kBoth | kEach,
       Number<uint64_t>{&search.memory, 1, 1 << 20, 1 << 20},
       "MiB that the code may hold []"},
      {"", "", Search, kTold, countFrom<uint64_t>(0, search.fuel), "", "fuel"},
      {"--cwd", "DIR", Search, kBoth | kOfFile, Folder{&search.directory},
       "Folder to run the code in [a new one]"},
      {"--sanitize", "NAME", Search, kBoth | kEach, sanitizers(run.sanitizers),
       "Run inputs under sanitizers: address undefined"},

      {"--json", "FILE", Output, 0, Text{&line.jsonFile},
       "Write the suite as JSON; - for standard output"},
      {"-o", "DIR", Output, 0, Text{&line.outputFolder},
       "Write report, JSON, replay program and gcov file"},
      {"--keep-counters", "", Output, 0, Switch{&line.keepsCounters, true},
       "With -o: also the .gcno and .gcda of the suite"},
      {"--emit-smt", "DIR", Output, 0, Text{&line.smtFolder},
       "Write a question to SMT solvers per uncovered branch"},
      // Its kinds are those of keep/KeptTests.h.
      {"--emit", "KIND=DIR", Output, 0, NamedTexts{&line.emit.folders},
       "Keep tests: c, ctest, gtest, corpus, testcomp"},
      {"--max-ulp", "N", Output, kEach,
       countFrom<uint64_t>(0, line.emit.maxUlp),
       "Units in the last place that results may differ by []"},
      {"--rel-tol", "X", Output, kEach, Number<double>{&line.emit.relTol, 0, 1},
       "The same as a part of the result []"},
      {"--check-fenv", "", Output, kEach, Switch{&line.emit.checksExceptions},
       "With --emit: compare floating-point exceptions, too"},
      {"--check-nan", "", Output, kEach, Switch{&line.emit.checksNans},
       "With --emit: compare NaNs by their bits"},
      {"--update", "", Output, 0, Switch{&line.emit.update},
       "With --emit: rewrite what is there and nobody edited"},
      {"--reference", "NAME", Output, 0, Text{&run.oracle.reference},
       "Tell errors in ULP, against mpfr:tanh and its like"},
      {"--compare", "OTHER", Output, 0, Text{&run.oracle.compare},
       "The same, against libm:NAME, FILE.c, or FILE.c:NAME"},
      {"--maximize-ulp", "", Output, 0, Switch{&run.oracle.maximize},
       "Search for the largest error"},
      {"--no-gcov", "", Output, kTold | kOfFile, Switch{&run.gcov, false},
       "Do not replay under gcov", "gcov"},
      {"--gcov-cc", "CC", Output, kBoth | kOfFile, Text{&run.gcovCompiler},
       "Compiler of the replay []"},
      {"--min-coverage", "PCT", Output, kOfFile,
       Number<double>{&line.minCoverage, 0, 100},
       "Exit with 0 from this percentage on"},
      {"--min-feasible-coverage", "PCT", Output, kOfFile,
       Number<double>{&line.minFeasibleCoverage, 0, 100},
       "The same, of what is covered of feasible ones"},
      {"--fail-on-finding", "", Output, kOfFile, Switch{&line.failOnFinding},
       "Exit with 1 when the code misbehaved, in any case"},
      {"--fail-on-open", "", Output, kOfFile, Switch{&line.failOnOpen},
       "Exit with 1 when a branch is left open, in any case"},
      {"--baseline", "FILE", Output, kOfFile, Text{&line.baseline},
       "Exit with 1 only for what is worse than in this file"},
      {"--write-baseline", "FILE", Output, kOfReport,
       Text{&line.report.baseline}, "Write what --baseline reads"},
      // Its names are those of report/ReportWriter.h.
      {"--format", "NAME", Output, kOfReport, Text{&line.report.format},
       "What to print []: brief json csv html lcov\n"
       "lcov-feasible cobertura gcovr junit sarif\n"
       "markdown github baseline"},
      {"--report", "NAME=FILE", Output, kOfReport,
       NamedTexts{&line.report.files}, "Write the report in this format, too"},
      {"--show", "", Output, kOfReport, Switch{&line.report.showsSource},
       "Also print the source, with runs and verdicts"},
      {"-v", "", Output, kOfReport, Switch{&line.report.verbose},
       "Also list covered branches"},
      {"-q", "", Output, kOfReport, Switch{&line.report.quiet},
       "Print the summary line only"},
  };
  for (Option &option : table)
    showDefault(option);
  return table;
}

} // namespace coverme
