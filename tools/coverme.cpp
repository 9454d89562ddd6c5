// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line: arguments in, reports and an exit code out.

#include "Config.h"
#include "Run.h"
#include "prove/EmitSmt.h"
#include "prove/SmtSolver.h"
#include "report/Explain.h"
#include "report/JsonReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/NearestName.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <unistd.h>

namespace {

using namespace coverme;

struct CommandLine {
  RunOptions run;
  bool list = false;
  bool noGcov = false;
  std::string jsonFile;     // "-": standard output
  std::string outputFolder; // empty: none
  std::string smtFolder;    // the same
  double minCoverage = -1;  // negative: not given
  bool verbose = false;
  bool quiet = false;
};

const std::map<std::string, LocalMethod> &localMethods() {
  static const std::map<std::string, LocalMethod> methods = [] {
    std::map<std::string, LocalMethod> byName;
    for (const LocalMethod method :
         {LocalMethod::Auto, LocalMethod::Powell, LocalMethod::Bobyqa,
          LocalMethod::Newuoa, LocalMethod::Cobyla, LocalMethod::NelderMead,
          LocalMethod::Sbplx, LocalMethod::Avm, LocalMethod::JointAvm,
          LocalMethod::Climb, LocalMethod::Es, LocalMethod::Random})
      byName[name(method)] = method;
    return byName;
  }();
  return methods;
}

const std::map<std::string, DistanceMode> &distanceModes() {
  static const std::map<std::string, DistanceMode> modes = [] {
    std::map<std::string, DistanceMode> byName;
    for (const DistanceMode mode :
         {DistanceMode::Ulp, DistanceMode::Squared, DistanceMode::Absolute})
      byName[name(mode)] = mode;
    return byName;
  }();
  return modes;
}

const std::map<std::string, Recombination> &recombinations() {
  static const std::map<std::string, Recombination> table = [] {
    std::map<std::string, Recombination> byName;
    for (const Recombination recombination :
         {Recombination::Discrete, Recombination::Global,
          Recombination::Intermediate, Recombination::GlobalIntermediate})
      byName[name(recombination)] = recombination;
    return byName;
  }();
  return table;
}

const std::map<std::string, ProveMode> &proveModes() {
  static const std::map<std::string, ProveMode> modes = [] {
    std::map<std::string, ProveMode> byName;
    for (const ProveMode mode :
         {ProveMode::Auto, ProveMode::Off, ProveMode::Exhaust,
          ProveMode::Interval, ProveMode::Smt, ProveMode::All})
      byName[name(mode)] = mode;
    return byName;
  }();
  return modes;
}

// Takes one of the names of a table; says what is near a mistyped one.
template <class T>
auto choice(const char *flag, const std::map<std::string, T> &table,
            T &target) {
  return [flag, &table, &target](const std::string &given) {
    const auto found = table.find(given);
    if (found != table.end()) {
      target = found->second;
      return;
    }
    std::vector<std::string> names;
    for (const auto &[known, value] : table)
      names.push_back(known);
    const std::string nearest = nearestName(given, names);
    throw CLI::ValidationError(
        flag, nearest.empty()
                  ? fmt::format("unknown value '{}' (one of {})", given,
                                CLI::detail::join(names, ", "))
                  : fmt::format("unknown value '{}'; did you mean '{}'?", given,
                                nearest));
  };
}

// Takes a decimal number in a range, all of it a number.
template <class T>
CLI::Option *addNumber(CLI::App &app, const std::string &flag, T &target,
                       T least, T most, const std::string &help) {
  return app.add_option_function<std::string>(
      flag,
      [&target, flag, least, most](const std::string &given) {
        const char *end = given.data() + given.size();
        T number{};
        const auto [rest, error] = std::from_chars(given.data(), end, number);
        // Written so that a NaN is in no range.
        const bool isGood = error == std::errc() && rest == end &&
                            number >= least && number <= most;
        if (!isGood)
          throw CLI::ValidationError(
              flag,
              fmt::format("'{}' is not a {} from {} to {}", given,
                          std::is_integral_v<T> ? "whole number" : "number",
                          least, most));
        target = number;
      },
      help);
}

template <class T>
CLI::Option *addCount(CLI::App &app, const std::string &flag, T &target,
                      std::type_identity_t<T> least, const std::string &help) {
  return addNumber(app, flag, target, least, std::numeric_limits<T>::max(),
                   help)
      ->type_name("N");
}

class HelpFormatter final : public CLI::Formatter {
public:
  HelpFormatter() { column_width(24); }
  std::string make_usage(const CLI::App *, std::string) const override {
    return "Usage: coverme FILE.c --entry NAME [options] "
           "[-- COMPILER-FLAGS...]\n"
           "       coverme explain DIR|JSON [FILE:]LINE[:COLUMN]\n\n";
  }
  // One empty line between the groups is enough.
  std::string
  make_group(std::string group, bool isPositional,
             std::vector<const CLI::Option *> options) const override {
    const std::string text =
        CLI::Formatter::make_group(group, isPositional, options);
    return text.substr(text.find_first_not_of('\n'));
  }
  // The usage line says it all.
  std::string make_positionals(const CLI::App *) const override { return ""; }
};

void describe(CLI::App &app, CommandLine &line) {
  SearchOptions &search = line.run.search;
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(
      "Exit codes: 0 all covered or proved infeasible, 1 something left, "
      "2 bad input,\n            3 FILE.c does not compile, 4 internal "
      "error. More: docs/options.md");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", fmt::format("coverme {}", kVersion),
                       "Print the version");
  app.add_option("FILE.c", line.run.source, "C source under test")->required();
  app.add_option("--entry", line.run.entry, "Function to cover")
      ->type_name("NAME");
  app.add_flag("--list", line.list, "List the functions of FILE.c and stop");
  app.add_flag("--callees", line.run.callees,
               "Cover the functions that the entry calls, too");

  const std::string kSearch = "Search";
  app.add_option_function<std::string>(
         "--local", choice("--local", localMethods(), search.local),
         "Local optimiser [auto]: powell bobyqa "
         "newuoa cobyla\nneldermead sbplx avm jointavm climb es random")
      ->type_name("NAME")
      ->group(kSearch);
  app.add_option_function<std::string>(
         "--es", choice("--es", recombinations(), search.es.recombination),
         "Recombination in es [global]")
      ->type_name("NAME")
      ->group(kSearch);
  app.add_flag("--es-multi-step", search.es.multiStep,
               "A step size per coordinate in es")
      ->group(kSearch);
  app.add_option_function<std::vector<std::string>>(
         "--without",
         [&search](const std::vector<std::string> &names) {
           for (const std::string &given : names) {
             bool Ingredients::*member = nullptr;
             choice("--without", ingredientTable(), member)(given);
             search.ingredients.*member = false;
           }
         },
         "Leave a part of the default search out")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->delimiter(',')
      ->group(kSearch);
  app.add_option_function<std::string>(
         "--prove", choice("--prove", proveModes(), search.prove),
         "Prover of the rest [auto]: off exhaust interval smt all")
      ->type_name("WHO")
      ->group(kSearch);
  app.add_flag("--check-proofs", search.checkProofs,
               "Let provers try covered branches, which must fail")
      ->group(kSearch);
  app.add_option_function<std::string>(
         "--distance", choice("--distance", distanceModes(), search.distance),
         "Branch distance [ulp]: squared absolute")
      ->type_name("NAME")
      ->group(kSearch);
  addCount(app, "--n-start", search.starts, 1,
           fmt::format("Starting points of Algorithm 1 [{}]", search.starts))
      ->group(kSearch);
  addCount(
      app, "--n-iter", search.iterations, 0,
      fmt::format("Perturbations per starting point [{}]", search.iterations))
      ->group(kSearch);
  addCount(app, "--seed", search.seed, 0,
           fmt::format("Seed of all random choices [{}]", search.seed))
      ->group(kSearch);
  addCount(
      app, "--max-evals", search.maxEvaluations, 1,
      fmt::format("Calls of the entry at the most [{}]", search.maxEvaluations))
      ->group(kSearch);
  addNumber(
      app, "--timeout", search.timeoutSeconds, 0.001, 1e9,
      fmt::format("Seconds of search at the most [{}]", search.timeoutSeconds))
      ->type_name("SEC")
      ->group(kSearch);
  app.add_flag("--paper", search.paper,
               "The settings of the paper: docs/options.md")
      ->group(kSearch);

  const std::string kOutput = "Output";
  app.add_option("--json", line.jsonFile,
                 "Write the suite as JSON; - for standard output")
      ->type_name("FILE")
      ->group(kOutput);
  app.add_option("-o", line.outputFolder,
                 "Write report, JSON, replay program and gcov file")
      ->type_name("DIR")
      ->group(kOutput);
  app.add_option("--emit-smt", line.smtFolder,
                 "Write a question to SMT solvers per uncovered branch")
      ->type_name("DIR")
      ->group(kOutput);
  app.add_flag("--no-gcov", line.noGcov, "Do not replay under gcov")
      ->group(kOutput);
  app.add_option(
         "--gcov-cc", line.run.gcovCompiler,
         fmt::format("Compiler of the replay [{}]", line.run.gcovCompiler))
      ->type_name("CC")
      ->group(kOutput);
  addNumber(app, "--min-coverage", line.minCoverage, 0.0, 100.0,
            "Exit with 0 from this percentage on")
      ->type_name("PCT")
      ->group(kOutput);
  app.add_flag("-v", line.verbose, "Also list covered branches")
      ->group(kOutput);
  app.add_flag("-q", line.quiet, "Print the summary line only")->group(kOutput);
}

// CLI11's complaint as one line, with the nearest option for a mistyped one.
std::string complaint(const CLI::App &app, const CLI::ParseError &error,
                      const std::vector<std::string> &arguments) {
  if (dynamic_cast<const CLI::ExtrasError *>(&error) == nullptr)
    return error.what();
  std::vector<std::string> known;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &longName : option->get_lnames())
      known.push_back("--" + longName);
  for (const std::string &argument : arguments) {
    const std::string given = argument.substr(0, argument.find('='));
    if (!given.starts_with("-") || given.size() < 2 ||
        app.get_option_no_throw(given) != nullptr)
      continue;
    const std::string nearest = nearestName(given, known);
    return nearest.empty()
               ? fmt::format("unknown option '{}'; see --help (compiler flags "
                             "go after --)",
                             given)
               : fmt::format("unknown option '{}'; did you mean '{}'?", given,
                             nearest);
  }
  return fmt::format("'{}' is one FILE.c too many; compiler flags go after --",
                     CLI::detail::join(app.remaining(), " "));
}

// The command line, or an exit code when there is nothing more to do.
std::optional<int> parse(int argc, char **argv, CommandLine &line) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto split = std::find(arguments.begin(), arguments.end(), "--");
  if (split != arguments.end())
    line.run.compilerFlags.assign(split + 1, arguments.end());
  arguments.erase(split, arguments.end());

  // First of all, so that other options can still change what it sets.
  if (std::find(arguments.begin(), arguments.end(), "--paper") !=
      arguments.end())
    applyPaperSettings(line.run.search);

  CLI::App app("Finds inputs that cover every branch of a floating-point "
               "function, or says\nwhy there are none.");
  describe(app, line);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::Success &success) {
    return app.exit(success);
  } catch (const CLI::ParseError &error) {
    fail(ExitCode::BadInput, "{}", complaint(app, error, arguments));
  }
  if (line.run.entry.empty() && !line.list)
    fail(ExitCode::BadInput,
         "--entry is missing; --list shows the functions of '{}'",
         line.run.source.string());
  if (const SearchOptions &search = line.run.search;
      search.local != LocalMethod::Auto && search.prove != ProveMode::Auto &&
      search.prove != ProveMode::Off)
    fail(ExitCode::BadInput, "--prove {} needs --local auto",
         name(search.prove));
  if (line.run.search.prove == ProveMode::Smt && !hasSmtSolver())
    fail(ExitCode::BadInput, "--prove smt: coverme was built without a solver");
  if (line.verbose && line.quiet)
    fail(ExitCode::BadInput, "-v and -q contradict each other");
  line.run.gcov = !line.noGcov && !line.list;
  return std::nullopt;
}

bool isTerminal(int stream) { return ::isatty(stream) != 0; }

bool wantsColour() {
  const char *noColour = std::getenv("NO_COLOR");
  return isTerminal(STDOUT_FILENO) &&
         (noColour == nullptr || *noColour == '\0');
}

// One line on a terminal's standard error, rewritten in place.
class ProgressLine {
public:
  explicit ProgressLine(bool isOn) : isOn(isOn) {}
  ~ProgressLine() {
    if (isShown)
      fmt::print(stderr, "\r\x1b[K");
  }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  void operator()(const Progress &progress) {
    if (!isOn || progress.seconds < 1)
      return;
    fmt::print(
        stderr,
        // Cut at the margin (?7l): a line that wraps cannot be rewritten.
        "\r\x1b[K\x1b[?7lsearching: {} of {} branches covered, {} "
        "evaluations, {:.0f} s\x1b[?7h",
        progress.covered, progress.branches, progress.evaluations,
        progress.seconds);
    isShown = true;
  }

private:
  bool isOn;
  bool isShown = false;
};

// To standard output. A reader that has gone away (head) is no error.
void print(const std::function<void(std::ostream &)> &write) {
  errno = 0;
  write(std::cout);
  std::cout.flush();
  if (!std::cout && errno != EPIPE)
    fail(ExitCode::BadInput, "cannot write to standard output: {}",
         std::strerror(errno));
}

void print(const std::string &text) {
  print([&](std::ostream &stream) { stream << text; });
}

void writeOutputs(const RunResult &result, const OutputFolder &folder) {
  const TextStyle full{false, Detail::Full};
  const auto json = [&](std::ostream &stream) {
    writeJsonReport(result, stream);
  };
  writeFileAtomically(folder.path() / "report.txt", textReport(result, full));
  writeFileAtomically(folder.path() / "suite.json", json);
  writeFileAtomically(folder.path() / "replay.c", result.replaySource);
  if (!result.gcovAnnotation.empty())
    writeFileAtomically(folder.path() /
                            (result.entry().file.filename().string() + ".gcov"),
                        result.gcovAnnotation);
}

void writeQuestions(const Prepared &prepared, const RunResult &result,
                    const OutputFolder &folder) {
  std::vector<BranchId> uncovered;
  for (const BranchVerdict &branch : result.branches)
    if (branch.verdict != Verdict::Covered)
      uncovered.push_back(branch.branch);
  const std::string obstacle =
      emitSmt(folder.path(), prepared.object.path, prepared.program,
              result.scope.entry, uncovered);
  if (!obstacle.empty())
    fmt::print(stderr, "coverme: note: nothing to ask about '{}': {}\n",
               result.entry().name, obstacle);
}

ExitCode exitCodeOf(const RunResult &result, double minCoverage) {
  const double decided = result.decidedPercent();
  const bool enough = minCoverage >= 0 && decided >= minCoverage;
  return decided == 100.0 || enough ? ExitCode::Complete : ExitCode::Incomplete;
}

// coverme explain DIR|JSON PLACE
ExitCode runExplain(const std::vector<std::string> &arguments) {
  if (arguments.size() != 2)
    fail(ExitCode::BadInput,
         "usage: coverme explain DIR|JSON [FILE:]LINE[:COLUMN][:true|:false], "
         "or site:NUMBER as the place");
  print(explain(arguments[0], arguments[1]));
  return ExitCode::Complete;
}

ExitCode runTool(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]) == "explain")
    return runExplain({argv + 2, argv + argc});
  CommandLine line;
  if (const std::optional<int> done = parse(argc, argv, line))
    return static_cast<ExitCode>(*done);
  std::optional<OutputFolder> folder;
  if (!line.outputFolder.empty())
    folder.emplace(line.outputFolder);
  std::optional<OutputFolder> smtFolder;
  if (!line.smtFolder.empty())
    smtFolder.emplace(line.smtFolder);
  if (!line.jsonFile.empty() && line.jsonFile != "-")
    checkWritable(std::filesystem::absolute(line.jsonFile).parent_path());

  const Prepared prepared = prepare(line.run);
  if (line.list) {
    print(functionList(prepared.program));
    return ExitCode::Complete;
  }
  RunResult result;
  {
    ProgressLine show(isTerminal(STDERR_FILENO) && !line.quiet);
    result = run(prepared, line.run,
                 [&](const Progress &progress) { show(progress); });
  }
  const auto json = [&](std::ostream &stream) {
    writeJsonReport(result, stream);
  };
  if (line.jsonFile == "-")
    print(json);
  else
    print(textReport(result, {wantsColour(), line.quiet     ? Detail::Summary
                                             : line.verbose ? Detail::Full
                                                            : Detail::Normal}));
  if (!line.jsonFile.empty() && line.jsonFile != "-")
    writeFileAtomically(line.jsonFile, json);
  if (folder)
    writeOutputs(result, *folder);
  if (smtFolder)
    writeQuestions(prepared, result, *smtFolder);
  throwIfInterrupted();
  if (result.gcovError)
    throw Error(*result.gcovError);
  return exitCodeOf(result, line.minCoverage);
}

} // namespace

int main(int argc, char **argv) {
  catchInterrupts();
  try {
    return static_cast<int>(runTool(argc, argv));
  } catch (const Error &error) {
    fmt::print(stderr, "coverme: error: {}\n{}", error.what(), error.detail);
    return static_cast<int>(error.code);
  } catch (const std::exception &error) {
    fmt::print(stderr, "coverme: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::Internal);
  }
}
