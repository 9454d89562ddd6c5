// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllFunctions.h"

#include "AllProgress.h"
#include "Gates.h"
#include "Output.h"
#include "OutputFiles.h"
#include "batch/FileRun.h"
#include "batch/ToolDigest.h"
#include "report/JsonReport.h"
#include "report/MakeReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/Pattern.h"
#include "support/Sha256.h"
#include "support/Stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <unistd.h>

namespace coverme {
namespace {

constexpr const char *kJson = "file.json";

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

// A file of the run.
struct FilePart {
  explicit FilePart(Configured all)
      : configured(std::move(all)), options(configured.line.run) {}

  Configured configured;
  RunOptions options;
  // For as long as the report is read.
  std::optional<Prepared> prepared;
  std::optional<FileResult> result;
  std::optional<Error> error; // in place of a result; without one, not run
};

// Was every function run that has something to decide?
bool isWholeRun(const FileResult &result) {
  return std::none_of(result.rows.begin(), result.rows.end(),
                      [&](const FunctionRow &row) {
                        return row.status == FunctionStatus::Skipped &&
                               !row.isLeftOut && result.hasTargets(row);
                      });
}

// 0 when nothing is left: neither a branch nor a function that was not run.
ExitCode exitCodeOf(const std::deque<FilePart> &parts, const FileReport &report,
                    const CommandLine &line,
                    const std::optional<Baseline> &baseline) {
  const bool isWhole =
      std::all_of(parts.begin(), parts.end(), [](const FilePart &part) {
        return part.result && isWholeRun(*part.result);
      });
  const ExitCode code = exitCodeOf(report, line, baseline, isWhole);
  // Of what was not run nobody knows what it would change.
  return report.count(FunctionStatus::NotRun) == 0 ? code
                                                   : ExitCode::Incomplete;
}

void throwFirstError(const std::deque<FilePart> &parts) {
  size_t badFiles = 0, badFunctions = 0, functions = 0;
  const Error *firstFile = nullptr;
  const FunctionRow *firstRow = nullptr;
  const FileResult *firstResult = nullptr;
  for (const FilePart &part : parts) {
    if (part.error) {
      ++badFiles;
      firstFile = firstFile != nullptr ? firstFile : &*part.error;
    }
    if (!part.result)
      continue;
    functions += part.result->rows.size();
    for (const FunctionRow &row : part.result->rows)
      badFunctions += row.code != ExitCode::Complete;
    if (firstRow == nullptr) {
      firstRow = part.result->firstError();
      firstResult = &*part.result;
    }
  }
  if (firstFile != nullptr)
    throw Error(firstFile->code,
                fmt::format("{} of {} files met an error; {}", badFiles,
                            parts.size(), firstFile->what()),
                firstFile->detail);
  if (firstRow != nullptr)
    throw Error(firstRow->code,
                fmt::format("{} of {} functions met an error; '{}': {}",
                            badFunctions, functions,
                            firstResult->functionOf(*firstRow).label(),
                            firstRow->reason),
                firstRow->detail);
}

// The folder of -o or --emit-smt that is the file's alone: functions of several
// files may have the same name.
std::optional<OutputFolder> folderOfFile(const OutputFolder *folder,
                                         const std::filesystem::path &file) {
  if (folder == nullptr)
    return std::nullopt;
  return std::optional<OutputFolder>(
      std::in_place,
      folder->path() / (file.is_absolute() ? file.relative_path() : file));
}

// Tells whether something has changed.
std::string digestOf(const std::vector<std::string> &texts) {
  std::string digests;
  for (const std::string &text : texts)
    digests += sha256(text);
  return sha256(digests);
}

// What the results of a file's functions hang on beside options: the tool, the
// code, and the text of sources, which reports quote.
std::string identityOf(const Prepared &prepared, const RunOptions &options) {
  namespace fs = std::filesystem;
  const fs::path &object = prepared.sharedObject.path.empty()
                               ? prepared.object.path
                               : prepared.sharedObject.path;
  std::vector<std::string> texts = {fs::current_path().string(), toolDigest(),
                                    readFile(object)};
  const std::vector<fs::path> sources = options.sources();
  std::set<fs::path> files(sources.begin(), sources.end());
  for (const Site &site : prepared.program.sites)
    files.insert(site.file);
  for (const fs::path &file : files) {
    std::error_code error; // lines may be of files that are not there
    if (fs::is_regular_file(file, error))
      texts.insert(texts.end(), {file.string(), readFile(file)});
  }
  return digestOf(texts);
}

std::string keyOf(const std::string &identity, const Function &function,
                  const RunOptions &run) {
  std::vector<std::string> texts = {identity, optionsText(run),
                                    std::to_string(run.search.seed)};
  for (const AcceptedFindings &each : run.accepted)
    texts.insert(texts.end(), {each.function, each.finding, each.reason});
  return fmt::format("{}:{}:{}", function.file.string(), function.label(),
                     digestOf(texts));
}

// Compiles the file and runs its functions.
void runPart(FilePart &part, FileOptions options, const OutputFolder *folder,
             const OutputFolder *smtFolder) {
  options.run = part.options;
  options.own |= part.configured.line.own;
  options.settingsOf = [&](const Function &function) {
    FunctionSettings own{part.configured.settings->whySkipped(function),
                         part.options};
    part.configured.narrow(function, own.run);
    return own;
  };
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
      writeKeptTests(prepared, result, part.configured.emitOf(result.entry()),
                     result.entry().fileName(), own / "kept");
    } catch (const Error &error) {
      throwIfInterrupted();
      say(fmt::format("coverme: note: no tests of '{}' are kept: {}\n",
                      result.entry().label(), error.what()));
    }
  };
  part.prepared.emplace(prepareFile(part.options));
  if (options.journal != nullptr)
    options.keyOf = [identity = identityOf(*part.prepared, part.options)](
                        const Function &function, const RunOptions &run) {
      return keyOf(identity, function, run);
    };
  const std::filesystem::path &source = part.options.source;
  for (const Function &function : part.prepared->program.functions) {
    checkBelow(folder, function, [&](const std::filesystem::path &path) {
      checkOutputs(path, source, function);
    });
    checkBelow(smtFolder, function, [&](const std::filesystem::path &path) {
      checkQuestions(path, source);
    });
  }
  part.result.emplace(runFile(*part.prepared, options));
}

// Of a file of which no function is asked for.
void leaveEmpty(FilePart &part, const Stopwatch &watch) {
  part.prepared.emplace();
  FileResult result;
  result.options = part.options;
  result.program = &part.prepared->program;
  result.timing.total = watch.seconds();
  part.result.emplace(std::move(result));
}

// Has the file a function that is asked for? Compiling it tells, which takes
// much less than finding what else it is to be linked with.
bool hasAsked(const FilePart &part, const FileOptions &options) {
  const Prepared compiled = compileFile(part.options);
  return !selectFunctions(compiled.program, part.options, options.match,
                          options.own, true)
              .rows.empty();
}

// A file of the project, with what else it needs of that.
void runProjectPart(FilePart &part, Project &project,
                    const FileOptions &options, AllProgress &progress,
                    bool isAsked, const OutputFolder *folder,
                    const OutputFolder *smtFolder) {
  const Stopwatch watch;
  std::optional<bool> hasOne = true; // that is asked for
  if (options.isOfMany && !options.match.empty())
    hasOne = project.has(part.options.source,
                         parsePattern("--match", options.match));
  if (hasOne == false)
    return leaveEmpty(part, watch);
  const bool verbose = part.configured.line.report.verbose;
  const ProjectNotes notes =
      project.setFlags(part.options, !part.configured.line.namesCompiler);
  if (!hasOne.has_value() && !hasAsked(part, options))
    return leaveEmpty(part, watch);
  progress.clear();
  if (isAsked || verbose)
    say(notes, verbose);
  project.link(part.options);
  runPart(part, options, folder, smtFolder);
  part.result->timing.total = watch.seconds(); // with what comes before
}

// The files of the project, one after the other.
std::deque<FilePart> runProject(Configuration &configuration,
                                const std::vector<std::filesystem::path> &files,
                                Project &project, const FileOptions &options,
                                AllProgress &progress,
                                const OutputFolder *folder,
                                const OutputFolder *smtFolder) {
  // Nobody reads what is said of every file.
  const bool isAsked = !configuration.given().run.source.empty();
  std::deque<FilePart> parts;
  for (const std::filesystem::path &file : files) {
    if (interruptSignal() != 0)
      break;
    progress.begin(file);
    FilePart &part = parts.emplace_back(configuration.of({file}));
    if (options.deadline && options.deadline->isOver())
      continue;
    const auto own = folderOfFile(folder, part.options.source);
    const auto smtOwn = folderOfFile(smtFolder, part.options.source);
    try {
      runProjectPart(part, project, options, progress, isAsked,
                     own ? &*own : nullptr, smtOwn ? &*smtOwn : nullptr);
    } catch (const Error &error) {
      // What is wrong with the command line is so with each file. A source
      // that the build would make is not there before.
      std::error_code none;
      if (error.code == ExitCode::BadInput &&
          std::filesystem::exists(part.options.source, none))
        throw;
      part.error = error;
    }
  }
  return parts;
}

FileReport reportOf(const std::deque<FilePart> &parts,
                    const CommandLine &line) {
  std::vector<FileReport> reports;
  for (const FilePart &part : parts)
    reports.push_back(part.result ? makeReport(*part.result, line.match)
                      : part.error
                          ? failedFile(part.options, *part.error, line.match)
                          : notRunFile(part.options, kNoTime, line.match));
  return reports.size() == 1 ? reports.front() : merged(line.run, reports);
}

} // namespace

ExitCode runAllFunctions(Configuration &configuration, Project *project,
                         const OutputFolder *folder,
                         const OutputFolder *smtFolder) {
  std::vector<std::filesystem::path> files =
      askedSources(configuration.given().run);
  const bool isOfProject = files.front().empty();
  if (isOfProject)
    files = project->sources();
  Configured configured = configuration.of(files);
  const CommandLine line = configured.line;
  FileOptions options;
  options.match = line.match;
  options.own = line.own;
  options.jobs = line.jobs;
  if (line.totalTimeout != 0)
    options.deadline.emplace(line.totalTimeout);
  std::optional<Journal> journal;
  if (!line.resume.empty())
    options.journal = &journal.emplace(line.resume);
  const bool isShown = isTerminal(STDERR_FILENO) && !line.report.quiet;
  AllProgress progress(isShown, isShown || line.report.verbose,
                       project != nullptr ? files.size() : 1);
  options.progress = [&](const FileProgress &now) { progress.show(now); };
  options.ended = [&](const Function &function, const FunctionRow &row) {
    progress.tell(function, row);
  };
  const std::filesystem::path &source = line.run.source;
  if (folder != nullptr) {
    checkReplaceable(folder->path() / kReportFile, OutputKind::Report, source);
    checkReplaceable(folder->path() / kJson, OutputKind::Json, source);
  }
  const std::optional<Baseline> baseline = baselineOf(line);
  std::deque<FilePart> parts;
  if (project != nullptr) {
    options.own = true; // or each file has the functions of headers
    options.isOfMany = isOfProject || files.size() > 1;
    if (options.isOfMany && !line.emit.folders.empty())
      fail(ExitCode::BadInput, "--emit takes one file of a project at a time");
    parts = runProject(configuration, files, *project, options, progress,
                       folder, smtFolder);
  } else {
    parts.emplace_back(std::move(configured));
    progress.begin(line.run.source);
    runPart(parts.back(), options, folder, smtFolder);
  }
  progress.clear();
  if (isAbandoned())
    throwIfInterrupted();
  if (options.isOfMany &&
      std::all_of(parts.begin(), parts.end(), [](const FilePart &part) {
        return part.result && part.result->rows.empty();
      }))
    fail(ExitCode::BadInput, "--match '{}' matches no function of {}",
         line.match, plural(parts.size(), "file"));
  const FileReport report = reportOf(parts, line);
  const auto json = [&](std::ostream &stream) { writeJson(report, stream); };
  print(report, line.report, jsonOf(line));
  if (!line.jsonFile.empty())
    writeOutput(line.jsonFile, OutputKind::Json, source, json);
  if (folder != nullptr) {
    writeOutput(folder->path() / kReportFile, OutputKind::Report, source,
                fileText(report, {}));
    writeOutput(folder->path() / kJson, OutputKind::Json, source, json);
  }
  writeReports(report, line.report, source);
  throwIfInterrupted();
  throwFirstError(parts);
  return exitCodeOf(parts, report, line, baseline);
}

} // namespace coverme
