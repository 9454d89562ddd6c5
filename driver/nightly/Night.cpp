// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/Night.h"

#include "batch/Jobs.h"
#include "nightly/CommandResults.h"
#include "nightly/Compare.h"
#include "nightly/FunctionJob.h"
#include "nightly/JobOutcome.h"
#include "nightly/KeptReplay.h"
#include "nightly/LibraryCommands.h"
#include "nightly/Results.h"
#include "report/JsonReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// A function, and what is to be done about it.
struct Unit {
  const NightlyLibrary *library = nullptr;
  NightlyFunction who;
  std::string key;
  unsigned line = 0;
  std::optional<ResultRow> before = std::nullopt;
  bool isReplay = false;
  unsigned effort = 1;
};

class Night {
public:
  Night(Database &store, const Manifest &manifest, const NightOptions &options)
      : store(store), manifest(manifest), options(options),
        tools(currentTools()) {}

  NightEnd run() {
    const BegunRun begun =
        beginRun(store, manifest, options.label, options.shard, tools);
    end.run = begun.run;
    if (begun.isFinished) {
      end.notes.push_back(
          fmt::format("the night '{}' is over, and nothing is run again; "
                      "--label NAME begins another one",
                      options.label));
      return std::move(end);
    }
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

  // What the library's files hold, and which of it is to be done.
  void scan(const NightlyLibrary &library) {
    const std::vector<std::string> files = filesOf(library);
    // What is wrong with the options is so with each file.
    options.parse(wordsOf(manifest, library, files[0], 1, {"--all", "--own"}));
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
        return scanFile(manifest, library, files[i], tools, options.parse,
                        latest(byFile[files[i]]));
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
    Unit unit{&library, who, key, line};
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
      const Unit &unit = units[i];
      leaveOutcome(folderOf(i), [&] {
        return runFunction({unit.library, unit.who, unit.key, unit.effort,
                            unit.isReplay, folderOf(i)},
                           {manifest, options.parse, seedOf(options.label)});
      });
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
  const RunTools tools;
  const TemporaryFolder scratch;
  NightEnd end;
  std::map<NightlyFunction, ResultRow> known; // ahead of this call
  std::set<NightlyFunction> further;
  std::vector<Unit> units;
  size_t scanned = 0, standing = 0, unreached = 0;
  const Stopwatch sinceBegin;
};

} // namespace

NightEnd runNight(Database &store, const Manifest &manifest,
                  const NightOptions &options) {
  return Night(store, manifest, options).run();
}

} // namespace coverme
