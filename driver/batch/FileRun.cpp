// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "batch/FileRun.h"

#include "core/ForeignHeaders.h"
#include "evidence/Replay.h"
#include "frontend/c/Flags.h"
#include "frontend/c/SetupCalls.h"
#include "goals/Goals.h"
#include "support/Interrupt.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <set>
#include <sys/prctl.h>
#include <tuple>

namespace coverme {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// How a function's process says what came out, within its folder.
constexpr const char *kOutcomeFile = "outcome";

// Seconds of a search that is started just before the end.
constexpr double kLeastTime = 0.1;

Json errorJson(ExitCode code, const std::string &reason,
               const std::string &detail) {
  return {
      {"code", static_cast<int>(code)}, {"reason", reason}, {"detail", detail}};
}

Json errorJson(const Error &error) {
  return errorJson(error.code, error.what(), error.detail);
}

std::string textOf(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json outcomeJson(const RunResult &result) {
  const FunctionSummary summary = result.summary();
  const VerdictCounts &branches = summary.branches;
  Json json = {{"branches",
                {branches.covered, branches.proved, branches.deemed,
                 branches.open, branches.ended}},
               {"findings", summary.findings},
               {"accepted", summary.accepted},
               {"suspicions", summary.suspicions},
               {"evaluations", summary.evaluations}};
  if (summary.gcov)
    json["gcov"] = {summary.gcov->hit, summary.gcov->total};
  if (result.laterError)
    json["error"] = errorJson(*result.laterError);
  return json;
}

void setFailed(FunctionRow &row, ExitCode code, std::string reason) {
  row.status = FunctionStatus::Failed;
  row.code = code;
  row.reason = std::move(reason);
}

void setNotRun(FunctionRow &row) {
  row.status = FunctionStatus::NotRun;
  row.code = ExitCode::Complete;
  row.reason.clear();
  row.detail.clear();
}

// Of a process that has left no outcome.
std::string wordsOf(const JobEnd &end) {
  if (end.signal != 0)
    return fmt::format("its process was killed by signal {} ({})", end.signal,
                       ::strsignal(end.signal));
  if (!end.finished)
    return fmt::format("its process ended with exit code {}", end.exitCode);
  return "its outcome could not be written to the temporary folder";
}

void readOutcome(const Json &json, FunctionRow &row) {
  if (const auto error = json.find("error"); error != json.end()) {
    setFailed(row, static_cast<ExitCode>(error->at("code").get<int>()),
              error->at("reason"));
    row.detail = error->at("detail");
  }
  const auto branches = json.find("branches");
  if (branches == json.end())
    return;
  row.status = FunctionStatus::Ran;
  row.summary.branches = {branches->at(0), branches->at(1), branches->at(2),
                          branches->at(3), branches->at(4)};
  if (const auto gcov = json.find("gcov"); gcov != json.end())
    row.summary.gcov = Ratio{gcov->at(0), gcov->at(1)};
  row.summary.findings = json.at("findings");
  row.summary.accepted = json.at("accepted");
  row.summary.suspicions = json.at("suspicions");
  row.summary.evaluations = json.at("evaluations");
}

} // namespace

FileRun::FileRun(Prepared &prepared, FileOptions fileOptions, JobPool &pool)
    : prepared(prepared), options(std::move(fileOptions)),
      selection(selectFunctions(prepared.program, options.run, options.match,
                                options.own, options.isOfMany, options.others)),
      stands(selection.rows.size()) {
  std::vector<size_t> rest;
  for (size_t row = 0; row < selection.rows.size(); ++row) {
    runs.push_back(options.run);
    if (options.settingsOf)
      narrow(selection.rows[row], runs.back());
    if (selection.rows[row].status == FunctionStatus::Skipped)
      continue;
    ++runnable;
    if (options.journal != nullptr &&
        options.journal->recall(keyOf(row), folderOf(row)))
      collect(row, {true, true});
    else
      rest.push_back(row);
  }
  const bool countOthers =
      !options.run.with.empty() && coversCallees(options.run);
  if (rest.size() > 1 && options.run.gcov && !countOthers)
    prepared.sourceObjects =
        sourceObjects(options.run, prepared.program,
                      prepared.folder->path() / "source-objects");
  left.insert(rest.begin(), rest.end());
  seconds = prepared.sinceStart.seconds();
  pool.add({rest.size(), [this, rest](size_t job) { work(rest[job]); },
            [this, rest](size_t job, const JobEnd &end) {
              collect(rest[job], end);
            }});
}

FileResult FileRun::result() {
  const bool wasInterrupted = interruptSignal() != 0;
  if (!wasInterrupted)
    for (const size_t row : left)
      selection.rows[row].reason = kNoTime;
  FileResult result;
  result.options = options.run;
  result.program = &prepared.program;
  result.rows = std::move(selection.rows);
  result.leftOut = selection.leftOut;
  result.cutBySignal = wasInterrupted;
  result.timing.compile = prepared.object.seconds;
  result.timing.link = prepared.sharedObject.seconds;
  result.timing.total = seconds;
  return result;
}

// Has the function's own settings hold.
void FileRun::narrow(FunctionRow &row, RunOptions &run) const {
  const FunctionSettings own =
      options.settingsOf(prepared.program.functions[row.function]);
  run = own.run;
  row.isLeftOut = !own.skip.empty();
  row.reason = row.isLeftOut
                   ? own.skip
                   : whyNotRunnable(prepared.program, row.function, run.inputs);
  row.status =
      row.reason.empty() ? FunctionStatus::NotRun : FunctionStatus::Skipped;
}

const std::string &FileRun::nameOf(size_t row) const {
  return prepared.program.functions[selection.rows[row].function].label();
}

fs::path FileRun::folderOf(size_t row) const {
  return prepared.folder->path() / fmt::format("function-{}", row);
}

std::string FileRun::keyOf(size_t row) const {
  return options.keyOf(prepared.program.functions[selection.rows[row].function],
                       runs[row]);
}

// In a process of its own. Errors become its outcome.
void FileRun::work(size_t row) {
  ::prctl(PR_SET_NAME, nameOf(row).c_str()); // for ps and top
  try {
    std::string outcome;
    bool isKept = false;
    try {
      outcome = outcomeOf(row, isKept);
    } catch (const Error &error) {
      outcome = textOf({{"error", errorJson(error)}});
    } catch (const std::exception &error) {
      outcome = textOf(
          {{"error",
            errorJson(ExitCode::Internal,
                      fmt::format("internal error: {}", error.what()), "")}});
    }
    prepared.replay.reset(); // its compiler must not outlive us
    writeFileAtomically(folderOf(row) / kOutcomeFile, outcome);
    if (options.journal != nullptr && isKept)
      options.journal->add(keyOf(row), folderOf(row));
  } catch (const std::exception &) {
    // What is missing then says it.
  }
}

// isKept: is the result what a run that nothing cuts would have?
std::string FileRun::outcomeOf(size_t row, bool &isKept) {
  const Stopwatch watch;
  RunOptions mine = runs[row];
  mine.entry = nameOf(row);
  double &timeout = mine.search.timeoutSeconds;
  if (options.deadline)
    timeout = std::min(timeout,
                       std::max(options.deadline->secondsLeft(), kLeastTime));
  const fs::path folder = folderOf(row);
  // Where the code under test may do what it likes.
  const fs::path replay = folder / "replay";
  fs::create_directories(replay);
  prepareEntry(prepared, mine, replay);
  RunResult result =
      coverme::run(prepared, mine, [&](const Progress &progress) {
        stands[row] = {progress.reached, progress.asked, progress.evaluations};
      });
  // Not the time of the functions before.
  result.timing.total =
      result.timing.compile + result.timing.link + watch.seconds();
  isKept = !result.cutBySignal && !result.laterError &&
           (timeout == runs[row].search.timeoutSeconds ||
            !(result.cutByTimeout || result.cutProofs));
  options.deliver(prepared, result, folder);
  isKept = isKept && interruptSignal() == 0; // or its tests may be missing
  return textOf(outcomeJson(result));
}

void FileRun::addTo(FileProgress &progress) const {
  progress.functions += runnable;
  progress.done += runnable - left.size();
  for (const Stand &stand : stands)
    progress.evaluations += stand.evaluations;
  std::error_code error;
  for (const size_t row : left)
    if (fs::exists(folderOf(row), error))
      progress.running.push_back(
          {nameOf(row), stands[row].covered, stands[row].branches});
}

// Of a job that has ended, or one of before.
void FileRun::collect(size_t index, const JobEnd &end) {
  FunctionRow &row = selection.rows[index];
  row.folder = folderOf(index);
  left.erase(index);
  seconds = prepared.sinceStart.seconds();
  std::error_code error;
  if (fs::exists(row.folder / kOutcomeFile, error))
    readOutcome(Json::parse(readFile(row.folder / kOutcomeFile)), row);
  else
    setFailed(row, ExitCode::Internal, wordsOf(end));
  // Ended too early to have anything.
  if (row.status == FunctionStatus::Failed && interruptSignal() != 0)
    setNotRun(row);
  else if (options.ended)
    options.ended(prepared.program.functions[row.function], row);
}

size_t FileResult::count(FunctionStatus status) const {
  return static_cast<size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const FunctionRow &row) {
        return row.status == status;
      }));
}

FunctionSummary FileResult::total() const {
  FunctionSummary sum;
  for (const FunctionRow &row : rows)
    sum += row.summary;
  return sum;
}

const FunctionRow *FileResult::firstError() const {
  for (const FunctionRow &row : rows)
    if (row.code != ExitCode::Complete)
      return &row;
  return nullptr;
}

bool isIn(const Function &function, const RunOptions &options) {
  std::error_code error; // one that is not there is another one
  return isSourceInC(function.file) ||
         fs::equivalent(function.file, options.sources().at(function.source),
                        error);
}

Selection selectFunctions(const Program &program, const RunOptions &options,
                          const std::string &match, bool own, bool mayBeEmpty,
                          const std::set<fs::path> &others) {
  const std::string source = options.source;
  const std::regex pattern = parsePattern("--match", match);
  const std::vector<fs::path> system = systemFolders(options.allFlags());
  const auto isOfOther = [&](const Function &function) {
    if (others.empty())
      return false;
    const fs::path file = fs::absolute(function.file).lexically_normal();
    return others.contains(file) &&
           file != fs::absolute(options.sources().at(function.source))
                       .lexically_normal();
  };
  const auto isWanted = [&](const Function &function) {
    return isIn(function, options) || (!own && !isOfSystem(function, system));
  };
  const std::set<uint32_t> hidden = functionsOfCompilerHeaders(program);
  Selection selection;
  bool isEmpty = true;
  // A static function of a header is in each source that includes it.
  std::set<std::tuple<fs::path, unsigned, std::string>> known;
  // The sources are one module. Others are of libraries that were built with
  // the plugin.
  const size_t end = program.modules.size() > 1
                         ? program.modules[1].firstFunction
                         : program.functions.size();
  for (uint32_t i = 0; i < end; ++i) {
    const Function &function = program.functions[i];
    if (isCompilersOwn(function) || function.isUnwritten() ||
        hidden.contains(i) || isForBaseAlone(program, function) ||
        !options.isCounted(function.source) || isOfOther(function) ||
        (function.isStatic() &&
         !known.insert({function.file, function.line, function.name}).second))
      continue;
    isEmpty = false;
    if (!std::regex_search(function.label(), pattern))
      continue;
    if (!isWanted(function)) {
      ++selection.leftOut;
      continue;
    }
    FunctionRow row;
    row.function = i;
    row.reason = whyNotRunnable(program, i, options.inputs);
    if (!row.reason.empty())
      row.status = FunctionStatus::Skipped;
    selection.rows.push_back(std::move(row));
  }
  if (selection.rows.empty() && mayBeEmpty)
    return selection;
  if (isEmpty)
    fail(ExitCode::BadInput, "'{}' defines no functions", source);
  if (selection.rows.empty() && selection.leftOut != 0)
    fail(ExitCode::BadInput,
         "no function is left of '{}'; {} of headers {} left out", source,
         selection.leftOut, selection.leftOut == 1 ? "is" : "are");
  if (selection.rows.empty())
    fail(ExitCode::BadInput,
         "--match '{}' matches no function in '{}'; --list shows what is there",
         match, source);
  const auto order = [&](const FunctionRow &row) {
    const Function &function = program.functions[row.function];
    return std::tuple(!isIn(function, options), function.source, function.file,
                      function.line, function.name);
  };
  std::sort(selection.rows.begin(), selection.rows.end(),
            [&](const FunctionRow &a, const FunctionRow &b) {
              return order(a) < order(b);
            });
  return selection;
}

} // namespace coverme
