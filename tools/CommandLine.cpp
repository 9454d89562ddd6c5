// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CommandLine.h"

#include "Arguments.h"
#include "Config.h"
#include "frontend/c/Toolchain.h"
#include "options/OptionNames.h"
#include "prove/smt/SmtSolver.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/NearestName.h"
#include "support/Pattern.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <sched.h>
#include <type_traits>

namespace coverme {
namespace {

template <class T>
CLI::Option *addCount(CLI::App &app, const std::string &flag, T &target,
                      std::type_identity_t<T> least, const std::string &help) {
  return addNumber(app, flag, target, least, std::numeric_limits<T>::max(),
                   help)
      ->type_name("N");
}

constexpr const char *kUsage =
    "Usage: coverme FILE.c --entry NAME|--all [options] "
    "[-- COMPILER-FLAGS...]\n"
    "       coverme run FILE.c --entry NAME [--input V]... "
    "[-- COMPILER-FLAGS...]\n"
    "       coverme explain DIR|JSON [FILE:]LINE[:COLUMN]";

void describe(CLI::App &app, CommandLine &line) {
  SearchOptions &search = line.run.search;
  app.formatter(std::make_shared<HelpFormatter>(kUsage));
  app.footer(
      "Exit codes: 0 all covered or proved infeasible, 1 something left or "
      "found,\n            2 bad input, 3 FILE.c does not compile, 4 internal "
      "error.\nMore: docs/options.md");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", fmt::format("coverme {}", kVersion),
                       "Print the version");
  app.add_option("FILE.c", line.run.source, "C source under test")->required();
  app.add_option("--entry", line.run.entry, "Function to cover")
      ->type_name("NAME");
  app.add_flag("--all", line.all, "Cover every function of FILE.c");
  app.add_option("--match", line.match, "With --all: those whose name matches")
      ->type_name("REGEX");
  app.add_flag("--own", line.own,
               "With --all: none of files that FILE.c includes");
  addCount(app, "-j", line.jobs, 1,
           "With --all: functions at once [processors]");
  app.add_flag("--list", line.list, "List the functions of FILE.c and stop");
  app.add_flag("--callees", line.run.callees,
               "Cover the functions that the entry calls, too");

  addGoal(app, line.run);
  addInputOptions(app, line.run.inputs);

  const std::string kSearch = "Search";
  app.add_option_function<std::string>(
         "--local", choice("--local", search.local),
         "Local optimiser [auto]: powell bobyqa "
         "newuoa cobyla\nneldermead sbplx avm jointavm climb es random")
      ->type_name("NAME")
      ->group(kSearch);
  app.add_option_function<std::string>("--es",
                                       choice("--es", search.es.recombination),
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
             bool SearchComponents::*member = nullptr;
             choice("--without", member)(given);
             search.components.*member = false;
           }
         },
         "Leave a part of the default search out")
      ->type_name("NAME")
      ->expected(1)
      ->take_all()
      ->delimiter(',')
      ->group(kSearch);
  app.add_option_function<std::string>(
         "--prove", choice("--prove", search.prove),
         "Prover of the rest [auto]: off exhaust interval smt all")
      ->type_name("WHO")
      ->group(kSearch);
  app.add_flag("--check-proofs", search.checkProofs,
               "Let provers try covered branches, which must fail")
      ->group(kSearch);
  app.add_option_function<std::string>(
         "--distance", choice("--distance", search.distance),
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
  addNumber<uint64_t>(
      app, "--memory", line.memoryMebibytes, 1, 1 << 20,
      fmt::format("MiB that the code may hold [{}]", line.memoryMebibytes))
      ->type_name("MIB")
      ->group(kSearch);
  app.add_option("--cwd", search.directory,
                 "Folder to run the code in [a new one]")
      ->type_name("DIR")
      ->group(kSearch);
  app.add_flag("--paper", search.paper,
               "The settings of the paper: docs/options.md")
      ->group(kSearch);

  addSanitizers(app, line.run.sanitizers)->group(kSearch);

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
  app.add_flag("--fail-on-finding", line.failOnFinding,
               "Exit with 1 when the code misbehaved, in any case")
      ->group(kOutput);
  app.add_flag("-v", line.verbose, "Also list covered branches")
      ->group(kOutput);
  app.add_flag("-q", line.quiet, "Print the summary line only")->group(kOutput);
}

// The processors that we may run on.
size_t processorCount() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  return static_cast<size_t>(std::max(CPU_COUNT(&set), 1));
}

void checkScope(const CLI::App &app, CommandLine &line) {
  if (line.all && line.list)
    fail(ExitCode::BadInput, "--all and --list contradict each other");
  if (line.all && !line.run.entry.empty())
    fail(ExitCode::BadInput,
         "--all and --entry contradict each other; --match '^{}$' takes one "
         "function out of all",
         line.run.entry);
  for (const char *option : {"--match", "--own", "-j"})
    if (!line.all && app.count(option) != 0)
      fail(ExitCode::BadInput, "{} needs --all", option);
  if (line.run.entry.empty() && !line.list && !line.all)
    fail(ExitCode::BadInput,
         "--entry or --all is missing; --list shows the functions of '{}'",
         line.run.source.string());
  parsePattern("--match", line.match);
  line.run.inputs.isForMany = line.all;
  if (app.count("-j") == 0)
    line.jobs = processorCount();
}

} // namespace

std::optional<int> parseCommandLine(std::vector<std::string> arguments,
                                    CommandLine &line) {
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
  checkScope(app, line);
  checkGoal(line.run);
  for (const char *option : {"--json", "-o", "--emit-smt", "--cwd"})
    if (app.count(option) != 0 && app[option]->as<std::string>().empty())
      fail(ExitCode::BadInput, "{} needs a name", option);
  if (const SearchOptions &search = line.run.search;
      search.local != LocalMethod::Auto && search.prove != ProveMode::Auto &&
      search.prove != ProveMode::Off)
    fail(ExitCode::BadInput, "--prove {} needs --local auto",
         name(search.prove));
  if (line.run.search.prove == ProveMode::Smt && !hasSmtSolver())
    fail(ExitCode::BadInput, "--prove smt: coverme was built without a solver");
  if (line.verbose && line.quiet)
    fail(ExitCode::BadInput, "-v and -q contradict each other");
  SearchOptions &search = line.run.search;
  search.memory = line.memoryMebibytes << 20;
  if (!search.directory.empty()) {
    checkWritable(search.directory);
    search.directory = std::filesystem::absolute(search.directory);
  }
  // gcov is about source.
  const bool isIr = languageOf(line.run.source) == Language::Ir;
  line.run.gcov = !line.noGcov && !line.list && !isIr;
  if (isIr && !line.run.sanitizers.empty())
    fail(ExitCode::BadInput, "--sanitize needs source, and '{}' is LLVM IR",
         line.run.source.string());
  return std::nullopt;
}

} // namespace coverme
