// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllFunctions.h"

#include "Output.h"
#include "OutputFiles.h"
#include "batch/FileRun.h"
#include "report/JsonReport.h"
#include "report/MakeReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Grouped.h"
#include "support/Interrupt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unistd.h>

namespace coverme {
namespace {

constexpr const char *kReport = "report.txt";
constexpr const char *kJson = "file.json";

// A bar, and how far the functions are that are running.
std::string wordsOf(const FileProgress &progress) {
  constexpr size_t kWidth = 20;
  const size_t full = kWidth * progress.done / progress.functions;
  std::vector<std::string> running;
  for (const FileProgress::Running &one : progress.running)
    running.push_back(
        fmt::format("{} {}/{}", one.function, one.covered, one.branches));
  return fmt::format("[{:#<{}}{:.<{}}] {}/{}  {} evaluations, {:.0f} s  {}", "",
                     full, "", kWidth - full, progress.done, progress.functions,
                     grouped(progress.evaluations), progress.seconds,
                     fmt::join(running, ", "));
}

// A folder of the function's name below; none if there would be nothing in it.
template <class Write>
void writeBelow(const OutputFolder *folder, const RunResult &result,
                const Write &write) {
  if (folder == nullptr)
    return;
  const OutputFolder own(folder->path() / result.entry().fileName());
  write(own.path());
}

// The same ahead of all runs, where the folder is there already.
template <class Check>
void checkBelow(const OutputFolder *folder, const Function &function,
                const Check &check) {
  std::error_code error;
  if (folder == nullptr)
    return;
  const std::filesystem::path own = folder->path() / function.fileName();
  if (std::filesystem::is_directory(own, error))
    check(own);
  else if (std::filesystem::exists(own, error))
    fail(ExitCode::BadInput, "'{}' is no folder, which '{}' needs",
         own.string(), function.label());
}

// 0 when nothing is left: neither a branch nor a function that was not run.
ExitCode exitCodeOf(const FileResult &result, const CommandLine &line) {
  if (line.failOnFinding && result.total().findings != 0)
    return ExitCode::Incomplete;
  const double decided = result.total().branches.decided().percent();
  const bool complete =
      decided == 100.0 &&
      std::none_of(result.rows.begin(), result.rows.end(),
                   [&](const FunctionRow &row) {
                     return row.status == FunctionStatus::Skipped &&
                            result.hasTargets(row);
                   });
  const bool enough = line.minCoverage >= 0 && decided >= line.minCoverage;
  return complete || enough ? ExitCode::Complete : ExitCode::Incomplete;
}

void throwFirstError(const FileResult &result) {
  const FunctionRow *first = result.firstError();
  if (first == nullptr)
    return;
  size_t count = 0;
  for (const FunctionRow &row : result.rows)
    count += row.code != ExitCode::Complete;
  throw Error(first->code,
              fmt::format("{} of {} functions met an error; '{}': {}", count,
                          result.rows.size(), result.functionOf(*first).label(),
                          first->reason),
              first->detail);
}

} // namespace

ExitCode runAllFunctions(const CommandLine &line, const OutputFolder *folder,
                         const OutputFolder *smtFolder) {
  FileOptions options;
  options.run = line.run;
  options.match = line.match;
  options.own = line.own;
  options.jobs = line.jobs;
  options.deliver = [&](const Prepared &prepared, const RunResult &result,
                        const std::filesystem::path &own) {
    const FunctionReport report = makeReport(result);
    leaveReport(report, own);
    writeBelow(folder, result, [&](const std::filesystem::path &path) {
      writeOutputs(result, report, path);
    });
    writeBelow(smtFolder, result, [&](const std::filesystem::path &path) {
      writeQuestions(prepared, result, path);
    });
    try {
      writeKeptTests(prepared, result, line.emit, result.entry().fileName(),
                     own / "kept");
    } catch (const Error &error) {
      throwIfInterrupted();
      say(fmt::format("coverme: note: no tests of '{}' are kept: {}\n",
                      result.entry().label(), error.what()));
    }
  };
  const bool isShown = isTerminal(STDERR_FILENO) && !line.report.quiet;
  ProgressLine show(isShown);
  if (isShown)
    options.progress = [&](const FileProgress &progress) {
      show(progress.seconds, wordsOf(progress));
    };

  Prepared prepared = prepareFile(line.run);
  const std::filesystem::path &source = line.run.source;
  if (folder != nullptr) {
    checkReplaceable(folder->path() / kReport, OutputKind::Report, source);
    checkReplaceable(folder->path() / kJson, OutputKind::Json, source);
  }
  for (const Function &function : prepared.program.functions) {
    checkBelow(folder, function, [&](const std::filesystem::path &path) {
      checkOutputs(path, source, function);
    });
    checkBelow(smtFolder, function, [&](const std::filesystem::path &path) {
      checkQuestions(path, source);
    });
  }
  const FileResult result = runFile(prepared, options);
  show.clear();
  if (isAbandoned())
    throwIfInterrupted();
  const FileReport report = makeReport(result, line.match);
  const auto json = [&](std::ostream &stream) { writeJson(report, stream); };
  print(report, line.report, jsonOf(line));
  if (!line.jsonFile.empty())
    writeOutput(line.jsonFile, OutputKind::Json, source, json);
  if (folder != nullptr) {
    writeOutput(folder->path() / kReport, OutputKind::Report, source,
                fileText(report, {}));
    writeOutput(folder->path() / kJson, OutputKind::Json, source, json);
  }
  throwIfInterrupted();
  throwFirstError(result);
  return exitCodeOf(result, line);
}

} // namespace coverme
