// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nightly.h"

#include "Arguments.h"
#include "CommandLine.h"
#include "Configuration.h"
#include "NightlySite.h"
#include "Output.h"
#include "nightly/Export.h"
#include "nightly/Merge.h"
#include "nightly/Night.h"
#include "nightly/Store.h"
#include "nightly/Summary.h"
#include "support/Files.h"
#include "support/Supervisor.h"

#include <fmt/ranges.h>

#include <charconv>
#include <memory>
#include <optional>
#include <unistd.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;

constexpr const char *kRunUsage = "coverme nightly MANIFEST [OPTION]...",
                     *kMergeUsage = "coverme nightly merge MANIFEST PART...",
                     *kQueryUsage =
                         "coverme nightly query STORE QUESTION [ABOUT]",
                     *kExportUsage =
                         "coverme nightly export STORE [--format json|csv]",
                     *kSuiteUsage = "coverme nightly suite STORE FUNCTION";

// Where the summary goes besides standard output.
struct SummaryFiles {
  std::string markdown, junit;

  void addTo(CLI::App &app) {
    app.add_option("--markdown", markdown, "Writes the summary there, too")
        ->type_name("FILE");
    app.add_option("--junit", junit, "The same for CI systems")
        ->type_name("FILE");
  }
  void makeAbsolute() {
    for (std::string *name : {&markdown, &junit})
      if (!name->empty())
        *name = fs::absolute(*name);
  }
};

void setUp(CLI::App &app) {
  app.set_help_flag("-h,--help", "Print this help");
  app.formatter(std::make_shared<HelpFormatter>(fmt::format(
      "Usage: {}", fmt::join({kRunUsage, kMergeUsage, kQueryUsage, kExportUsage,
                              kSuiteUsage, kNightlySiteUsage},
                             "\n       "))));
}

Shard parseShard(const std::string &text) {
  Shard shard;
  const size_t split = text.find('/');
  const auto read = [&](size_t begin, size_t end, size_t &number) {
    const auto [rest, error] =
        std::from_chars(text.data() + begin, text.data() + end, number);
    return error == std::errc() && rest == text.data() + end;
  };
  if (split == std::string::npos || !read(0, split, shard.number) ||
      !read(split + 1, text.size(), shard.count) || shard.number < 1 ||
      shard.number > shard.count)
    fail(ExitCode::BadInput,
         "--shard wants I/N, the I-th of N parts, and not '{}'", text);
  return shard;
}

ExitCode conclude(const Database &store, int64_t run, const Manifest &manifest,
                  const NightEnd &end, const SummaryFiles &files) {
  const NightSummary summary = summaryOf(store, run, manifest, end.failures);
  for (const std::string &note : end.notes)
    say(fmt::format("coverme: note: {}\n", note));
  print(summaryText(summary));
  if (!files.markdown.empty())
    writeFileAtomically(files.markdown, summaryMarkdown(summary));
  if (!files.junit.empty())
    writeFileAtomically(files.junit, summaryJunit(summary));
  return summary.fails() ? ExitCode::Incomplete : ExitCode::Complete;
}

CommandLine commandLineOf(const std::vector<std::string> &arguments) {
  CommandLine line;
  if (parseCommandLine(arguments, line))
    fail(ExitCode::BadInput, "the manifest's options hold --help or --version");
  return Configuration(line).of(askedSources(line.run)).line;
}

// The store of a part begins each night as the store of all is.
void beginPart(const fs::path &part, const fs::path &all,
               const std::string &label) {
  std::error_code error;
  if (fs::exists(part, error)) {
    const Database store(part, Database::Access::Read);
    requireSchema(store, part);
    Statement run(store, "SELECT 1 FROM runs WHERE label = ?1");
    run.bind(1, std::string_view(label));
    if (run.next())
      return;
  }
  for (const char *ending : {"", "-wal", "-shm"})
    fs::remove(part.string() + ending, error);
  if (!fs::exists(all, error))
    return;
  const Database store(all, Database::Access::Read);
  requireSchema(store, all);
  Statement(store, "VACUUM INTO ?1").run(std::string_view(part.native()));
}

ExitCode runMain(const std::vector<std::string> &arguments) {
  std::string name, label = labelOfToday(), shard = "1/1", store;
  size_t jobs = static_cast<size_t>(::sysconf(_SC_NPROCESSORS_ONLN));
  SummaryFiles files;
  CLI::App app("Runs all functions of a manifest's libraries.");
  setUp(app);
  app.add_option("MANIFEST", name, "What is to be run")->required();
  app.add_option("--label", label, "Name of the run (default: today's date)");
  app.add_option("--shard", shard, "Runs the I-th of N parts of all functions")
      ->type_name("I/N");
  app.add_option("--store", store, "In place of the manifest's")
      ->type_name("FILE");
  app.add_option("-j", jobs, "Functions at the same time")->type_name("N");
  files.addTo(app);
  if (parse(app, arguments, kRunUsage))
    return ExitCode::Complete;
  workSupervised();
  NightOptions options;
  options.label = label;
  options.shard = parseShard(shard);
  options.jobs = std::max<size_t>(jobs, 1);
  options.parse = commandLineOf;
  Manifest manifest = readManifest(name);
  const fs::path all = manifest.store;
  const bool isPart = store.empty() && options.shard.count > 1;
  if (!store.empty())
    manifest.store = fs::absolute(store);
  else if (isPart)
    manifest.store += fmt::format(".part-{}-of-{}", options.shard.number,
                                  options.shard.count);
  files.makeAbsolute();
  const StoreLock lock(manifest.store);
  if (isPart)
    beginPart(manifest.store, all, label);
  Database database = openStore(manifest.store);
  ProgressLine show(isTerminal(STDERR_FILENO));
  options.progress = [&](const NightProgress &progress) {
    show(progress.seconds,
         fmt::format("{} of {} functions, {:.0f} s", progress.done,
                     progress.functions, progress.seconds));
  };
  const NightEnd end = runNight(database, manifest, options);
  show.clear();
  return conclude(database, end.run, manifest, end, files);
}

// What lies beside a store, and a pattern of the shell takes along.
bool isBesideStore(const std::string &file) {
  return file.ends_with(".lock") || file.ends_with("-wal") ||
         file.ends_with("-shm");
}

ExitCode runMerge(const std::vector<std::string> &arguments) {
  std::string name;
  std::vector<std::string> parts;
  SummaryFiles files;
  CLI::App app("Makes one night of its parts.");
  setUp(app);
  app.add_option("MANIFEST", name, "What was run")->required();
  app.add_option("PART", parts, "The stores of the parts")->required();
  files.addTo(app);
  if (parse(app, arguments, kMergeUsage))
    return ExitCode::Complete;
  std::erase_if(parts, isBesideStore);
  if (parts.empty())
    fail(ExitCode::BadInput, "PART is required; usage: {}", kMergeUsage);
  const Manifest manifest = readManifest(name);
  const StoreLock lock(manifest.store);
  Database database = openStore(manifest.store);
  const int64_t run =
      mergeShards(database, manifest, {parts.begin(), parts.end()});
  return conclude(database, run, manifest, {}, files);
}

Database readStore(const std::string &name) {
  Database store(name, Database::Access::Read);
  requireSchema(store, name);
  store.execute("BEGIN"); // as it is at this moment
  return store;
}

ExitCode runQuery(const std::vector<std::string> &arguments) {
  std::string name, question, about;
  CLI::App app("Answers a question about a store, with tabs between columns.");
  setUp(app);
  app.add_option("STORE", name, "What the nightly runs have written")
      ->required();
  std::string questions;
  for (const NightlyQuestion &each : nightlyQuestions())
    questions += fmt::format("{}{}: {}", questions.empty() ? "" : "; ",
                             each.name, each.says);
  app.add_option("QUESTION", question, questions)->required();
  app.add_option("ABOUT", about, "A night, or a part of functions' names");
  if (parse(app, arguments, kQueryUsage))
    return ExitCode::Complete;
  const Database store = readStore(name);
  print([&](std::ostream &out) { answer(store, question, about, out); });
  return ExitCode::Complete;
}

ExitCode runExport(const std::vector<std::string> &arguments) {
  std::string name, format = "json";
  CLI::App app("Prints what is in a store, but for times.");
  setUp(app);
  app.add_option("STORE", name, "What the nightly runs have written")
      ->required();
  app.add_option("--format", format, "json or csv")
      ->check(CLI::IsMember({"json", "csv"}));
  if (parse(app, arguments, kExportUsage))
    return ExitCode::Complete;
  const Database store = readStore(name);
  print([&](std::ostream &out) {
    format == "csv" ? exportCsv(store, out) : exportJson(store, out);
  });
  return ExitCode::Complete;
}

ExitCode runSuite(const std::vector<std::string> &arguments) {
  std::string name, function;
  CLI::App app("Prints the report of a function's newest result as JSON.");
  setUp(app);
  app.add_option("STORE", name, "What the nightly runs have written")
      ->required();
  app.add_option("FUNCTION", function, "LIBRARY/FILE:NAME, or NAME")
      ->required();
  if (parse(app, arguments, kSuiteUsage))
    return ExitCode::Complete;
  print(suiteOfFunction(readStore(name), function));
  return ExitCode::Complete;
}

} // namespace

ExitCode runNightly(const std::vector<std::string> &arguments) {
  if (arguments.empty())
    fail(ExitCode::BadInput, "usage: {}", kRunUsage);
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  const std::string &word = arguments[0];
  return word == "merge"    ? runMerge(rest)
         : word == "query"  ? runQuery(rest)
         : word == "export" ? runExport(rest)
         : word == "suite"  ? runSuite(rest)
         : word == "site"   ? runNightlySite(rest)
                            : runMain(arguments);
}

} // namespace coverme
