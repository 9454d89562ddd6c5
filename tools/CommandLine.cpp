// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CommandLine.h"

#include "Arguments.h"
#include "Config.h"
#include "SeedFiles.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"
#include "options/OptionNames.h"
#include "prove/smt/SmtSolver.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/NearestName.h"
#include "support/Pattern.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sched.h>

namespace coverme {
namespace {

constexpr const char *kUsage =
    "Usage: coverme FILE.c... --entry NAME|--all [options] "
    "[-- COMPILER-FLAGS...]\n"
    "       coverme -p BUILD-FOLDER --all [FILE.c...] [options]\n"
    "       coverme -p BUILD-FOLDER FILE.c --entry NAME [options]\n"
    "       coverme init FILE.c...|-p BUILD-FOLDER|DIR|JSON [options]\n"
    "       coverme run FILE.c... --entry NAME [--input V]... "
    "[-- COMPILER-FLAGS...]\n"
    "       coverme report DIR|JSON [--format NAME] [--report NAME=FILE] "
    "[-v|-q]\n"
    "       coverme explain DIR|JSON [FILE:]LINE[:COLUMN]\n"
    "       coverme filter FILE.info --with DIR|JSON\n"
    "       coverme nightly MANIFEST|merge|query|export|suite|site ...\n"
    "       coverme --print-plugin-path|--print-compile-flags|"
    "--print-link-flags";

void describe(CLI::App &app, CommandLine &line) {
  app.formatter(std::make_shared<HelpFormatter>(kUsage));
  app.footer("Exit codes: 0 all covered or proved, 1 something left or found; "
             "docs/options.md");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", fmt::format("coverme {}", kVersion),
                       "Print the version");
  addSources(app, line.run)->required(false);
  for (const Option &option : optionTable(line))
    if (*option.flag != '\0')
      addOption(app, option);
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
  for (const char *option :
       {"--match", "--own", "-j", "--total-timeout", "--resume"})
    if (!line.all && app.count(option) != 0)
      fail(ExitCode::BadInput, "{} needs --all", option);
  if (line.run.source.empty() && (line.run.project.empty() || !line.all))
    fail(ExitCode::BadInput, "FILE.c is missing; -p DIR --all takes all files "
                             "of compile_commands.json; see --help");
  if (!line.run.project.empty() && !line.all && !line.run.others.empty())
    fail(ExitCode::BadInput,
         "-p takes one file without --all, and finds what others define; "
         "--with has it known to provers");
  if (line.printsConfig && line.all)
    fail(ExitCode::BadInput, "--print-config is of one function, or of none");
  if (line.run.entry.empty() && !line.list && !line.all && !line.printsConfig)
    fail(ExitCode::BadInput,
         "--entry or --all is missing; --list shows the functions of '{}'",
         line.run.source.string());
  if (line.keepsCounters && line.outputFolder.empty())
    fail(ExitCode::BadInput, "--keep-counters needs -o");
  if (line.keepsCounters && !line.run.gcov)
    fail(ExitCode::BadInput,
         "--keep-counters and --no-gcov contradict each other");
  checkConfig(line.run);
  // They are written when a function is run.
  for (const char *option : {"-o", "--emit", "--emit-smt", "--seed-inputs"})
    if (!line.resume.empty() && app.count(option) != 0)
      fail(ExitCode::BadInput, "--resume and {} contradict each other", option);
  parsePattern("--match", line.match);
  line.run.inputs.isForMany = line.run.isOfAll = line.all;
  line.namesCompiler = app.count("--gcov-cc") != 0;
  if (app.count("-j") == 0)
    line.jobs = processorCount();
}

void checkOracle(const CLI::App &app, CommandLine &line) {
  OracleOptions &oracle = line.run.oracle;
  if (!oracle.compare.empty() && !oracle.reference.empty())
    fail(ExitCode::BadInput, "--compare and --reference contradict each other");
  if (!oracle.reference.empty() && !oracle.reference.starts_with("mpfr:"))
    fail(ExitCode::BadInput, "--reference wants mpfr:NAME, as in mpfr:tanh");
  if (oracle.isAsked() && (line.all || line.run.goal != "coverage"))
    fail(ExitCode::BadInput,
         "--compare and --reference need --entry and --goal coverage");
  if (oracle.maximize && !oracle.isReference())
    fail(ExitCode::BadInput, "--maximize-ulp needs --reference mpfr:NAME or "
                             "--compare libm:NAME");
  if (oracle.isAsked() && app.count("--max-ulp") != 0)
    oracle.mostUlps = line.emit.maxUlp;
}

void checkEmit(const CLI::App &app, const EmitOptions &options,
               bool isCompared) {
  for (const NamedText &each : options.folders)
    if (std::ranges::find(keptKinds(), each.name) == keptKinds().end())
      fail(ExitCode::BadInput, "--emit has no kind '{}'{}", each.name,
           suggestion(each.name, keptKinds(),
                      " (one of c, ctest, gtest, corpus, testcomp)"));
  for (const char *option :
       {"--rel-tol", "--check-fenv", "--check-nan", "--update"})
    if (options.folders.empty() && app.count(option) != 0)
      fail(ExitCode::BadInput, "{} needs --emit", option);
  if (options.folders.empty() && !isCompared && app.count("--max-ulp") != 0)
    fail(ExitCode::BadInput,
         "--max-ulp needs --emit, --reference or --compare");
}

} // namespace

const char *usageLines() { return kUsage; }

std::optional<int> parseCommandLine(std::vector<std::string> arguments,
                                    CommandLine &line) {
  line.run.compilerFlags = takeCompilerFlags(arguments);

  // First of all, so that other options can still change what it sets.
  if (std::find(arguments.begin(), arguments.end(), "--paper") !=
      arguments.end())
    applyPaperSettings(line.run.search);

  CLI::App app(
      "Finds inputs that cover every branch of a function, or says why "
      "there are none.");
  describe(app, line);
  if (const std::optional<int> done = parse(app, arguments))
    return done;
  line.given = givenOptions(app);
  if (line.given.contains("--paper"))
    line.given.insert(
        {"--local", "--distance", "--n-iter", "--n-start", "--max-evals"});
  useClang(line.clang);
  checkScope(app, line);
  checkGoal(line.run);
  for (const char *option :
       {"--json", "-o", "--emit-smt", "--cwd", "-p", "--config", "--resume"})
    if (app.count(option) != 0 && app[option]->as<std::string>().empty())
      fail(ExitCode::BadInput, "{} needs a name", option);
  checkReport(line.report);
  checkOracle(app, line);
  line.run.seeds = readSeeds(line.run.seedPlaces);
  checkEmit(app, line.emit, line.run.oracle.isAsked());
  if (line.jsonFile == "-") {
    if (app.count("--format") != 0 && line.report.format != "json")
      fail(ExitCode::BadInput, "--json - and --format {} contradict each other",
           line.report.format);
    line.jsonFile.clear();
    line.report.format = "json";
  }
  return std::nullopt;
}

void checkSearch(const SearchOptions &search) {
  if (search.local != LocalMethod::Auto && search.prove != ProveMode::Auto &&
      search.prove != ProveMode::Off)
    fail(ExitCode::BadInput, "--prove {} needs --local auto",
         name(search.prove));
  if (search.prove == ProveMode::Smt && !hasSmtSolver())
    fail(ExitCode::BadInput, "--prove smt: coverme was built without a solver");
}

void checkRun(CommandLine &line) {
  SearchOptions &search = line.run.search;
  checkSearch(search);
  if (line.run.oracle.maximize && line.run.inputs.roundingModes)
    fail(ExitCode::BadInput,
         "--maximize-ulp and --rounding-modes contradict each other");
  if (!search.directory.empty()) {
    checkWritable(search.directory);
    search.directory = std::filesystem::absolute(search.directory);
  }
  // gcov is about source.
  const std::vector<std::filesystem::path> sources = line.run.sources();
  const auto ir = std::find_if(sources.begin(), sources.end(),
                               [](const std::filesystem::path &source) {
                                 return languageOf(source) == Language::Ir;
                               });
  line.run.gcov = line.run.gcov && !line.list && ir == sources.end();
  if (ir != sources.end() && !line.emit.folders.empty())
    fail(ExitCode::BadInput, "--emit needs source, and '{}' is LLVM IR",
         ir->string());
  if (ir != sources.end() && !line.run.sanitizers.empty())
    fail(ExitCode::BadInput, "--sanitize needs source, and '{}' is LLVM IR",
         ir->string());
}

} // namespace coverme
