// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Night.h"

#include "Build.h"
#include "Config.h"
#include "batch/FileRun.h"
#include "batch/Jobs.h"
#include "batch/ToolDigest.h"
#include "frontend/c/Toolchain.h"
#include "goals/GoalKind.h"
#include "goals/Goals.h"
#include "nightly/FileText.h"
#include "nightly/KeptReplay.h"
#include "nightly/Results.h"
#include "project/Project.h"
#include "report/JsonReport.h"
#include "report/TextReport.h"
#include "support/Files.h"
#include "support/Interrupt.h"
#include "support/PlainMessages.h"
#include "support/Sha256.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <ctime>
#include <fnmatch.h>
#include <glob.h>
#include <gnu/libc-version.h>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// What a job leaves when it has come to its end.
constexpr const char *kOutcomeFile = "outcome";
constexpr const char *kSuiteFile = "suite.json";
constexpr const char *kSuiteBefore = "before.json";

std::string timeNow(const char *format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

std::string firstLine(const std::string &text) {
  return text.substr(0, text.find('\n'));
}

// Of what a command that failed has printed, the line that says why.
std::string complaintOf(const ProcessResult &result) {
  const std::string &text =
      result.errors.empty() ? result.output : result.errors;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (line.find("rror") != std::string::npos)
      return line;
    at = end + 1;
  }
  return text.empty() && result.signal == 0
             ? fmt::format("exit code {}", result.exitCode)
             : firstLine(text);
}

std::string versionOf(const std::string &program) {
  const ProcessResult result = runProcess({program, "--version"});
  return result.succeeded() ? firstLine(result.output) : program;
}

// What computes besides the code.
std::string compilerText() {
  return fmt::format("{}; {}; glibc {}", versionOf(clangProgram()),
                     versionOf("gcc"), ::gnu_get_libc_version());
}

// Builds of one version may differ.
std::string toolText() {
  return fmt::format("coverme {} ({})", kVersion, toolDigest().substr(0, 12));
}

// That of the day, so that each night begins elsewhere; of other labels, any.
uint64_t seedOf(const std::string &label) {
  std::string digits = label;
  std::erase(digits, '-');
  uint64_t seed = 0;
  const char *end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, seed);
  if (error == std::errc() && rest == end && digits.size() == 8)
    return seed;
  return std::stoull(sha256(label).substr(0, 8), nullptr, 16);
}

// The outcome of a job, if it has come to its end.
std::optional<nlohmann::json> outcomeIn(const fs::path &folder) {
  std::error_code error;
  if (!fs::exists(folder / kOutcomeFile, error))
    return std::nullopt;
  return nlohmann::json::parse(readFile(folder / kOutcomeFile));
}

// Runs work() in a job and leaves its outcome. An error is one.
template <class Work> void leaveOutcome(const fs::path &folder, Work work) {
  nlohmann::json outcome;
  try {
    fs::create_directories(folder);
    try {
      outcome = work();
    } catch (const Error &error) {
      outcome = {{"error", error.what()}};
    } catch (const std::exception &error) {
      outcome = {{"error", fmt::format("internal error: {}", error.what())}};
    }
    if (interruptSignal() == 0)
      writeFileAtomically(
          folder / kOutcomeFile,
          outcome.dump(-1, ' ', false,
                       nlohmann::json::error_handler_t::replace));
  } catch (const std::exception &) {
    // What is missing then says it.
  }
}

// Of a result's replay program.
std::string keptName(const std::string &key, const NightlyFunction &who,
                     unsigned effort) {
  return sha256(
      fmt::format("{}\n{}\n{}", functionKey(key), who.label(), effort));
}

bool isOfNumbers(const Program &program, uint32_t number) {
  const CType &type = program.types[number];
  return type.kind == CTypeKind::Scalar || type.kind == CTypeKind::Complex ||
         (type.kind == CTypeKind::Array && isOfNumbers(program, type.element));
}

// Does no test of the function run, and no proof read, more of the file than
// what the function mentions? Pointers to structs may be made by other
// functions, and those to functions may lead to them.
bool standsAlone(const Program &program, const Function &function) {
  return function.isSelfContained() &&
         std::ranges::all_of(function.parameters, [&](const Parameter &each) {
           const CType &type = program.types[each.type];
           return isOfNumbers(program, type.kind == CTypeKind::Pointer
                                           ? type.element
                                           : each.type);
         });
}

// A function, and what is to be done about it.
struct Unit {
  const NightlyLibrary *library = nullptr;
  NightlyFunction who;
  std::string key;
  unsigned line = 0;
  std::optional<ResultRow> before;
  bool isReplay = false;
  unsigned effort = 1;
};

class Night {
public:
  Night(Database &store, const Manifest &manifest, const NightOptions &options)
      : store(store), manifest(manifest), options(options), tool(toolText()),
        compiler(compilerText()) {}

  NightEnd run() {
    begin();
    if (isFinished)
      return std::move(end);
    for (ResultRow &row : newestResults(store))
      known.emplace(row.who, std::move(row));
    chooseFurther();
    for (const NightlyLibrary &library : manifest.libraries)
      prepareLibrary(library);
    // What a night that is too short leaves out has waited least.
    std::ranges::stable_sort(units, {}, [&](const Unit &unit) {
      return unit.isReplay ? 1 : further.contains(unit.who) ? 2 : 0;
    });
    runUnits();
    throwIfInterrupted();
    Transaction transaction(store);
    finishRun(store, end.run, manifest, options.shard);
    transaction.commit();
    if (options.shard.count == 1)
      removeOldReplays();
    if (standing != 0)
      end.notes.push_back(
          fmt::format("nobody has replayed {}: nothing was kept "
                      "in '{}'",
                      plural(standing, "result"), manifest.cache.string()));
    if (unreached != 0)
      end.notes.push_back(fmt::format(
          "'total-timeout' was over ahead of {}, which the next night begins "
          "with",
          plural(unreached, "function")));
    return std::move(end);
  }

private:
  void begin() {
    Statement known(store,
                    "SELECT id, finished, manifest, tool, compiler FROM runs "
                    "WHERE label = ?1");
    known.bind(1, std::string_view(options.label));
    if (known.next()) {
      end.run = known.number(0);
      isFinished = !known.isNull(1);
      if (!isFinished && (known.text(2) != manifest.hash ||
                          known.text(3) != tool || known.text(4) != compiler))
        fail(ExitCode::BadInput,
             "the run '{}' began with another manifest, coverme or compiler: "
             "--label names another one",
             options.label);
      if (isFinished)
        end.notes.push_back(
            fmt::format("the night '{}' is over, and nothing is run again; "
                        "--label NAME begins another one",
                        options.label));
      return;
    }
    Transaction transaction(store);
    Statement(store, "INSERT INTO runs (label, seed, started, tool, compiler, "
                     "manifest) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .run(std::string_view(options.label),
             static_cast<int64_t>(seedOf(options.label)),
             std::string_view(timeNow("%Y-%m-%dT%H:%M:%SZ")),
             std::string_view(tool), std::string_view(compiler),
             std::string_view(manifest.hash));
    end.run = store.lastId();
    if (options.shard.count > 1)
      Statement(store, "INSERT INTO shards VALUES (?1, ?2, ?3)")
          .run(end.run, static_cast<int64_t>(options.shard.number),
               static_cast<int64_t>(options.shard.count));
    transaction.commit();
  }

  // Functions with open branches that get more effort if nothing has changed:
  // those that got the least, and of them those that waited longest. By what
  // was there before tonight, so that parts of a night and one that was cut
  // choose the same.
  void chooseFurther() {
    std::vector<ResultRow> open;
    for (const auto &[who, row] : known) {
      std::optional<ResultRow> before = row;
      if (before->firstRun == end.run)
        before = resultBefore(store, *before);
      if (before && before->hasRun() && before->hasOpen() &&
          before->effort < manifest.mostEffort)
        open.push_back(*before);
    }
    std::ranges::sort(open, {}, [](const ResultRow &row) {
      return std::tuple(row.effort, row.firstRun, row.who);
    });
    for (size_t i = 0; i < std::min(open.size(), manifest.further); ++i)
      further.insert(open[i].who);
  }

  void prepareLibrary(const NightlyLibrary &library) {
    throwIfInterrupted();
    std::error_code error;
    fs::current_path(library.folder, error);
    if (error) {
      failLibrary(library, fmt::format("'{}': {}", library.folder.string(),
                                       error.message()));
      return;
    }
    for (const std::string &command : library.build) {
      const ProcessResult result = runProcess({"/bin/sh", "-c", command});
      if (!result.succeeded()) {
        failLibrary(library, fmt::format("'{}' fails: {}", command,
                                         complaintOf(result)));
        return;
      }
    }
    std::string version;
    if (!library.version.empty())
      version =
          firstLine(runProcess({"/bin/sh", "-c", library.version}).output);
    try {
      scan(library);
    } catch (const Error &failure) {
      throwIfInterrupted();
      failLibrary(library, failure.what());
      return;
    }
    setVersion(store, end.run, library.name, version);
  }

  // Jobs that have left no outcome: somebody else may have killed them, or the
  // kernel for want of memory.
  void runAgain(const std::vector<size_t> &killed,
                const std::function<void(size_t)> &job) const {
    runJobs(killed.size(), options.jobs, [&](size_t k) { job(killed[k]); }, {});
    throwIfInterrupted();
  }

  void failLibrary(const NightlyLibrary &library, const std::string &reason) {
    end.failures.push_back(
        fmt::format("library '{}' is not run: {}", library.name, reason));
  }

  std::vector<std::string> filesOf(const NightlyLibrary &library) const {
    std::vector<std::string> files;
    if (!library.project.empty()) {
      for (const fs::path &source : Project(library.project).sources())
        if (library.files.empty() ||
            std::ranges::any_of(library.files, [&](const std::string &each) {
              return ::fnmatch(each.c_str(), source.c_str(), 0) == 0;
            }))
          files.push_back(source);
    } else {
      for (const std::string &pattern : library.files) {
        glob_t found{};
        if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
          files.insert(files.end(), found.gl_pathv,
                       found.gl_pathv + found.gl_pathc);
        ::globfree(&found);
      }
    }
    if (files.empty())
      fail(ExitCode::BadInput, "there are no files");
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
  }

  std::vector<std::string> wordsOf(const NightlyLibrary &library,
                                   const std::string &file, unsigned effort,
                                   const std::vector<std::string> &more) const {
    std::vector<std::string> words = {file};
    if (!library.project.empty())
      words.insert(words.end(), {"-p", library.project});
    words.insert(words.end(), library.options.begin(), library.options.end());
    words.insert(words.end(),
                 {"--max-evals", std::to_string(manifest.evaluations * effort),
                  "--timeout", fmt::format("{}", manifest.timeout * effort)});
    words.insert(words.end(), more.begin(), more.end());
    if (!library.flags.empty()) {
      words.emplace_back("--");
      words.insert(words.end(), library.flags.begin(), library.flags.end());
    }
    return words;
  }

  // What the library's files hold, and which of it is to be done.
  void scan(const NightlyLibrary &library) {
    const std::vector<std::string> files = filesOf(library);
    // What is wrong with the options is so with each file.
    options.parse(wordsOf(library, files[0], 1, {"--all", "--own"}));
    std::map<std::string, std::vector<const ResultRow *>> byFile;
    for (const auto &[who, row] : known)
      if (who.library == library.name)
        byFile[who.file].push_back(&row);
    const auto folderOf = [&, before = scanned](size_t file) {
      return scratch.path() / fmt::format("scan-{}", before + file);
    };
    scanned += files.size();
    const auto job = [&](size_t i) {
      leaveOutcome(folderOf(i), [&] {
        return scanFile(library, files[i], byFile[files[i]]);
      });
    };
    runJobs(files.size(), options.jobs, job, {});
    throwIfInterrupted();
    std::vector<size_t> killed;
    for (size_t i = 0; i < files.size(); ++i)
      if (!outcomeIn(folderOf(i)))
        killed.push_back(i);
    runAgain(killed, job);
    for (size_t i = 0; i < files.size(); ++i) {
      const nlohmann::json outcome =
          outcomeIn(folderOf(i))
              .value_or(nlohmann::json{{"error", "its process died"}});
      takeFile(library, files[i], outcome, byFile[files[i]]);
    }
  }

  // The rows of the night on which the file was last seen, if that is not this
  // one.
  std::vector<const ResultRow *>
  latest(const std::vector<const ResultRow *> &rows) const {
    int64_t last = 0;
    for (const ResultRow *row : rows)
      last = std::max(last, row->lastRun);
    std::vector<const ResultRow *> latest;
    if (last != end.run)
      std::ranges::copy_if(
          rows, std::back_inserter(latest),
          [&](const ResultRow *row) { return row->lastRun == last; });
    return latest;
  }

  // In a job, in the library's folder.
  nlohmann::json scanFile(const NightlyLibrary &library,
                          const std::string &file,
                          const std::vector<const ResultRow *> &rows) const {
    RunOptions run =
        options.parse(wordsOf(library, file, 1, {"--all", "--own"})).run;
    std::optional<Project> project;
    if (!library.project.empty()) {
      project.emplace(run.project);
      project->apply(run, true);
    }
    const std::string setting = settingOf(library, run);
    const std::vector<FileTexts> texts = textsOf(run);
    std::string all = setting;
    for (const FileTexts &each : texts)
      all += each.ofClang + each.ofReplay;
    const std::string key = sha256(all);
    nlohmann::json outcome = nlohmann::json::object();
    const std::vector<const ResultRow *> before = latest(rows);
    if (!before.empty() &&
        std::ranges::all_of(before, [&](const ResultRow *row) {
          return fileKey(row->key) == key;
        }))
      return outcome;
    // A file without the places that the goal is about has nothing to do.
    RunOptions anyFile = run;
    anyFile.goal = RunOptions{}.goal;
    const Prepared prepared = compileFile(anyFile);
    const bool isOneOfC = texts.size() == 1 && isAllC(run);
    const FileText ofClang(isOneOfC ? texts[0].ofClang : ""),
        ofReplay(isOneOfC ? texts[0].ofReplay : "");
    const auto keyOf = [&](const Function &function) {
      const std::string first = ofClang.of(function.name),
                        second = ofReplay.of(function.name);
      return !standsAlone(prepared.program, function) || first.empty() ||
                     second.empty()
                 ? key
                 : sha256(setting + first + second);
    };
    nlohmann::json functions = nlohmann::json::array();
    for (const FunctionRow &row :
         selectFunctions(prepared.program, run, library.match, true, true)
             .rows) {
      const Function &function = prepared.program.functions[row.function];
      const std::string reason =
          !row.reason.empty() || hasPlaces(prepared.program, row.function, run)
              ? row.reason
              : "no such place in it or what it calls";
      functions.push_back({{"name", function.label()},
                           {"key", resultKey(key, keyOf(function))},
                           {"line", function.line},
                           {"skipped", reason}});
    }
    outcome["functions"] = std::move(functions);
    return outcome;
  }

  // Has it places of the kind that the goal is about, if it is about places?
  static bool hasPlaces(const Program &program, uint32_t function,
                        RunOptions run) {
    run.isOfAll = false; // each function is the entry of a run of its own
    return !goalNamed(run.goal).takesPlaces() ||
           !makeGoal(run.goal, program,
                     makeScope(program, function, coversCallees(run),
                               run.others.size()))
                ->asked()
                .empty();
  }

  // What a result of one of the file's functions hangs on besides the code.
  std::string settingOf(const NightlyLibrary &library,
                        const RunOptions &run) const {
    std::string all = fmt::format("{}\n{}\n{}\n{}\n{}\n", tool, compiler,
                                  manifest.evaluations, manifest.timeout,
                                  fmt::join(library.options, "\n"));
    std::error_code error;
    for (const std::string &flag : flagsOf(run)) {
      // Objects, and files of flags.
      const std::string file = flag.substr(flag.starts_with('@') ? 1 : 0);
      all +=
          (fs::is_regular_file(file, error) ? sha256(readFile(file)) : flag) +
          '\n';
    }
    all += run.gcovCompiler + '\n' + versionOf(run.gcovCompiler) + '\n';
    // Whichever of them holds.
    for (fs::path folder = fs::absolute(run.source).parent_path();;
         folder = folder.parent_path()) {
      if (fs::is_regular_file(folder / "coverme.toml", error))
        all += sha256(readFile(folder / "coverme.toml")) + '\n';
      if (folder == folder.parent_path())
        break;
    }
    return all;
  }

  // A source as both compilers read it: a condition on the compiler may change
  // what tests and proofs are of, and nothing of what clang reads.
  struct FileTexts {
    std::string ofClang;
    std::string ofReplay; // empty: its compiler does not take the source
  };

  static std::vector<FileTexts> textsOf(const RunOptions &run) {
    std::vector<FileTexts> texts;
    for (const fs::path &source : run.sources()) {
      if (languageOf(source) == Language::Ir) {
        texts.push_back({readFile(source), ""});
        continue;
      }
      const auto preprocessed = [&](const std::string &compiler) {
        std::vector<std::string> words = {compiler, "-E"};
        const std::vector<std::string> compile =
            splitFlags(flagsOf(run)).compile;
        words.insert(words.end(), compile.begin(), compile.end());
        words.push_back(source);
        return runProcess(words, plainMessages());
      };
      ProcessResult ofClang = preprocessed(clangProgram()),
                    ofReplay = preprocessed(run.gcovCompiler);
      if (!ofClang.succeeded())
        throw Error(ExitCode::CompileFailed,
                    fmt::format("'{}' is not preprocessed: {}", source.string(),
                                firstLine(ofClang.errors)));
      texts.push_back({std::move(ofClang.output),
                       ofReplay.succeeded() ? std::move(ofReplay.output) : ""});
    }
    return texts;
  }

  void takeFile(const NightlyLibrary &library, const std::string &file,
                const nlohmann::json &outcome,
                const std::vector<const ResultRow *> &rows) {
    const std::vector<const ResultRow *> before = latest(rows);
    if (const auto error = outcome.find("error"); error != outcome.end()) {
      const std::string reason = error->get<std::string>();
      end.failures.push_back(fmt::format("'{}' of '{}' is not run: {}", file,
                                         library.name, reason));
      for (const ResultRow *row : before)
        if (options.shard.has(row->who))
          commitOther(row->who, row, {"", "failed", reason, row->line});
      return;
    }
    if (!outcome.contains("functions")) {
      for (const ResultRow *row : before)
        addUnit(library, row->who, row->key, row->line,
                row->status == "skipped" ? row->reason : "");
      return;
    }
    for (const nlohmann::json &function : outcome.at("functions"))
      addUnit(library, {library.name, file, function.at("name")},
              function.at("key"), function.at("line"), function.at("skipped"));
  }

  void addUnit(const NightlyLibrary &library, const NightlyFunction &who,
               const std::string &key, unsigned line,
               const std::string &skipped) {
    if (!options.shard.has(who))
      return;
    Unit unit{&library, who, key, line, std::nullopt, false, 1};
    if (const auto row = known.find(who); row != known.end()) {
      if (row->second.lastRun == end.run)
        return; // done ahead of a cut
      unit.before = row->second;
    }
    if (!skipped.empty()) {
      NightlyResult result{key, "skipped", skipped, line};
      commitOther(who, unit.before ? &*unit.before : nullptr, result);
      return;
    }
    if (unit.before && unit.before->hasRun() &&
        functionKey(unit.before->key) == functionKey(key)) {
      unit.isReplay = !further.contains(who);
      unit.effort = unit.isReplay ? unit.before->effort
                                  : std::min(unit.before->effort * 2,
                                             manifest.mostEffort);
    }
    units.push_back(std::move(unit));
  }

  // --- the functions ---------------------------------------------------------

  fs::path folderOf(size_t unit) const {
    return scratch.path() / fmt::format("unit-{}", unit);
  }

  void runUnits() {
    std::vector<bool> isDone(units.size());
    size_t done = 0, first = 0;
    const Stopwatch watch;
    for (size_t i = 0; i < units.size(); ++i)
      if (const Unit &unit = units[i]; !unit.isReplay && unit.before)
        if (const std::string suite = suiteOf(store, unit.before->id);
            !suite.empty()) {
          fs::create_directories(folderOf(i));
          writeFileAtomically(folderOf(i) / kSuiteBefore, suite);
        }
    const auto take = [&] {
      // Jobs start in their order.
      size_t running = 0;
      for (size_t i = first; i < units.size() && running < options.jobs; ++i) {
        if (isDone[i])
          continue;
        if (const std::optional<nlohmann::json> outcome =
                outcomeIn(folderOf(i))) {
          commit(i, *outcome);
          isDone[i] = true;
          ++done;
        } else {
          ++running;
        }
        while (first < units.size() && isDone[first])
          ++first;
      }
      if (options.progress)
        options.progress({done, units.size(), watch.seconds()});
    };
    JobWatch jobWatch;
    jobWatch.tick = take;
    jobWatch.graceSeconds = 0; // what is cut is not kept
    jobWatch.mayStart = [&] {
      return manifest.totalTimeout == 0 ||
             sinceBegin.seconds() < manifest.totalTimeout;
    };
    const auto job = [&](size_t i) {
      leaveOutcome(folderOf(i), [&] { return work(i); });
    };
    const std::vector<JobEnd> ends =
        runJobs(units.size(), options.jobs, job, jobWatch);
    while (first < units.size()) {
      const size_t before = done;
      take();
      if (done == before)
        break;
    }
    throwIfInterrupted();
    std::vector<size_t> killed;
    for (size_t i = 0; i < units.size(); ++i)
      if (!isDone[i] && ends[i].wasStarted)
        killed.push_back(i);
    runAgain(killed, job);
    for (size_t i = 0; i < units.size(); ++i)
      if (!isDone[i] && !ends[i].wasStarted)
        leaveOut(units[i]);
      else if (!isDone[i])
        commit(i, outcomeIn(folderOf(i))
                      .value_or(nlohmann::json{
                          {"error", fmt::format("its process was ended by "
                                                "signal {}",
                                                ends[i].signal)}}));
  }

  // In a job.
  nlohmann::json work(size_t i) const {
    const Unit &unit = units[i];
    fs::current_path(unit.library->folder);
    if (unit.isReplay) {
      const KeptReplay kept(manifest.cache,
                            keptName(unit.key, unit.who, unit.effort));
      switch (kept.run(folderOf(i), manifest.timeout)) {
      case KeptReplay::Outcome::Missing:
        return {{"stands", true}};
      case KeptReplay::Outcome::Same:
        return {{"replayed", true}};
      case KeptReplay::Outcome::Flaky:
        return {{"flaky", true}};
      case KeptReplay::Outcome::Differs:
        break; // something has changed that the key does not know
      }
    }
    return search(i);
  }

  nlohmann::json search(size_t i) const {
    const Unit &unit = units[i];
    const fs::path folder = folderOf(i);
    std::vector<std::string> more = {
        "--entry", unit.who.name,
        "--seed",  std::to_string(seedOf(options.label)),
        "-q",      "-o",
        folder};
    std::error_code error;
    if (fs::exists(folder / kSuiteBefore, error))
      more.insert(more.end(), {"--seed-inputs", folder / kSuiteBefore});
    const std::vector<std::string> words =
        wordsOf(*unit.library, unit.who.file, unit.effort, more);
    std::vector<std::string> command = {fs::read_symlink("/proc/self/exe")};
    command.insert(command.end(), words.begin(), words.end());
    ProcessResult result = runProcess(command);
    throwIfInterrupted();
    // Memory or room on the disk may have been short: for coverme, or for a
    // compiler.
    if (result.signal != 0 || result.exitCode > 1)
      result = runProcess(command);
    throwIfInterrupted();
    nlohmann::json outcome = {{"searched", true}};
    if (!fs::exists(folder / kSuiteFile, error))
      return {{"error", reasonOf(result)}};
    if (result.exitCode > 1)
      outcome["reason"] = reasonOf(result);
    if (fs::exists(folder / "replay.c", error)) {
      RunOptions run = options.parse(words).run;
      std::optional<Project> project;
      if (!unit.library->project.empty()) {
        project.emplace(run.project);
        project->apply(run, true);
      }
      KeptReplay(manifest.cache, keptName(unit.key, unit.who, unit.effort))
          .keep(run, folder / "replay.c", manifest.timeout);
    }
    return outcome;
  }

  static std::string reasonOf(const ProcessResult &result) {
    if (result.signal != 0)
      return fmt::format("coverme was ended by signal {}", result.signal);
    constexpr std::string_view kMark = "coverme: error: ";
    const size_t at = result.errors.find(kMark);
    return at == std::string::npos
               ? fmt::format("coverme ended with exit code {}", result.exitCode)
               : firstLine(result.errors.substr(at + kMark.size()));
  }

  // --- what came out ---------------------------------------------------------

  // Of a function that did not run.
  void commitOther(const NightlyFunction &who, const ResultRow *before,
                   const NightlyResult &result) {
    Transaction transaction(store);
    if (before != nullptr &&
        functionKey(before->key) == functionKey(result.key) &&
        before->status == result.status && before->reason == result.reason)
      extendResult(store, before->id, end.run, result.key, false);
    else
      addResult(store, numberOf(store, who), end.run, result);
    transaction.commit();
  }

  // Of a function that there was no time for, the last result stands, with its
  // key: the next night sees that it is of another one.
  void leaveOut(const Unit &unit) {
    if (unit.before) {
      Transaction transaction(store);
      extendResult(store, unit.before->id, end.run, unit.before->key, false);
      transaction.commit();
    } else {
      commitOther(unit.who, nullptr,
                  {"", "skipped", "'total-timeout' was over", unit.line});
    }
    ++unreached;
  }

  void commit(size_t i, const nlohmann::json &outcome) {
    const Unit &unit = units[i];
    if (const auto error = outcome.find("error"); error != outcome.end()) {
      NightlyResult result{unit.key, "failed", *error, unit.line};
      result.effort = unit.effort;
      commitOther(unit.who, unit.before ? &*unit.before : nullptr, result);
      return;
    }
    Transaction transaction(store);
    if (outcome.contains("searched")) {
      addResult(store, numberOf(store, unit.who), end.run,
                searched(i, outcome.value("reason", "")));
    } else {
      extendResult(store, unit.before->id, end.run, unit.key,
                   outcome.contains("replayed"));
      standing += outcome.contains("stands");
      if (outcome.contains("flaky"))
        Statement(store,
                  "INSERT OR REPLACE INTO changes VALUES (?1, ?2, 'flaky', "
                  "'', 'its tests do not come out the same each time', ?3, "
                  "NULL)")
            .run(end.run, unit.before->function,
                 std::string_view(nightlyCommand(*unit.library, unit.who, {})));
    }
    transaction.commit();
    std::error_code error;
    fs::remove_all(folderOf(i), error);
  }

  NightlyResult searched(size_t i, const std::string &reason) const {
    const Unit &unit = units[i];
    const fs::path file = folderOf(i) / kSuiteFile;
    std::string text = readFile(file);
    const Report report = parseReport(text, file);
    NightlyResult result = resultOf(std::get<FunctionReport>(report));
    result.key = unit.key;
    result.effort = unit.effort;
    result.reason = reason;
    result.suite = std::move(text);
    // The folder is gone when somebody reads this.
    const std::string scratchName = '@' + folderOf(i).string();
    for (NightlyFinding &finding : result.findings)
      if (const size_t at = finding.command.find(scratchName);
          at != std::string::npos)
        finding.command.replace(at, scratchName.size(), "@suite.json");
    return result;
  }

  void removeOldReplays() const {
    std::set<std::string> names;
    for (const ResultRow &row : newestResults(store))
      names.insert(keptName(row.key, row.who, row.effort));
    keepOnly(manifest.cache, names);
  }

  Database &store;
  const Manifest &manifest;
  const NightOptions &options;
  const std::string tool, compiler;
  const TemporaryFolder scratch;
  NightEnd end;
  bool isFinished = false;
  std::map<NightlyFunction, ResultRow> known; // ahead of this call
  std::set<NightlyFunction> further;
  std::vector<Unit> units;
  size_t scanned = 0, standing = 0, unreached = 0;
  const Stopwatch sinceBegin;
};

} // namespace

bool Shard::has(const NightlyFunction &function) const {
  return std::stoull(sha256(function.label()).substr(0, 15), nullptr, 16) %
             count ==
         number - 1;
}

NightEnd runNight(Database &store, const Manifest &manifest,
                  const NightOptions &options) {
  return Night(store, manifest, options).run();
}

std::string labelOfToday() { return timeNow("%Y-%m-%d"); }

void setVersion(Database &store, int64_t run, const std::string &library,
                const std::string &version) {
  Statement(store, "INSERT OR IGNORE INTO libraries (name) VALUES (?1)")
      .run(std::string_view(library));
  Statement(store,
            "INSERT OR REPLACE INTO totals SELECT ?1, id, ?3, 0, 0, 0, 0, "
            "0, 0, 0, 0, 0, 0 FROM libraries WHERE name = ?2")
      .run(run, std::string_view(library), std::string_view(version));
}

void finishRun(Database &store, int64_t run, const Manifest &manifest,
               const Shard &shard) {
  Statement(
      store,
      "INSERT OR REPLACE INTO totals SELECT ?1, l.id, coalesce((SELECT "
      "version FROM totals t WHERE t.run = ?1 AND t.library = l.id), ''), "
      "count(*), sum(r.first_run = ?1 AND r.status <> 'skipped'), "
      "coalesce(sum(r.replayed = ?1), 0), sum(r.total), sum(r.covered), "
      "sum(r.proved), sum(r.deemed), sum(r.open), sum((SELECT count(*) FROM "
      "findings f WHERE f.result = r.id)), sum(CASE WHEN r.first_run = ?1 "
      "THEN r.seconds ELSE 0 END) FROM results r JOIN functions f ON f.id = "
      "r.function JOIN libraries l ON l.id = f.library WHERE r.last_run = ?1 "
      "GROUP BY l.id")
      .run(run);
  recordChanges(store, run, manifest, [&](const NightlyFunction &function) {
    return shard.has(function);
  });
  Statement(store, "UPDATE runs SET finished = ?2 WHERE id = ?1")
      .run(run, std::string_view(timeNow("%Y-%m-%dT%H:%M:%SZ")));
}

} // namespace coverme
