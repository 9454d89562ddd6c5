// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AllFunctions.h"

#include "AllProgress.h"
#include "Gates.h"
#include "Output.h"
#include "OutputFiles.h"
#include "batch/FileRun.h"
#include "batch/ToolDigest.h"
#include "frontend/c/Linker.h"
#include "project/LinkedSources.h"
#include "report/JsonReport.h"
#include "report/MakeReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Interrupt.h"
#include "support/Pattern.h"
#include "support/Sha256.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
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
  // Where -o and --emit-smt write; none without them.
  std::optional<OutputFolder> folder, smtFolder;
  // Compiled, and then linked; for as long as the report is read.
  std::optional<Prepared> prepared;
  std::unique_ptr<FileRun> run; // of its functions
  Stopwatch sinceBegin;
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
std::filesystem::path placeOf(const OutputFolder &folder,
                              const std::filesystem::path &file) {
  const std::filesystem::path below = file.lexically_normal();
  const bool isBelow = below.is_relative() && *below.begin() != "..";
  return folder.path() / (isBelow ? below
                                  : std::filesystem::absolute(file)
                                        .lexically_normal()
                                        .relative_path());
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

// Compiles the file. What nobody defines need not keep any function from being
// run, as few may come to it.
void prepare(FilePart &part, AllProgress &progress) {
  InputOptions &inputs = part.options.inputs;
  try {
    part.prepared.emplace(prepareFile(part.options, std::move(part.prepared)));
  } catch (const LinkError &error) {
    if (inputs.stubUndefined || !error.canMakeUp())
      throw;
    inputs.stubUndefined = true;
    part.prepared.emplace(prepareFile(part.options, std::nullopt));
    progress.clear();
    say(fmt::format("coverme: note: '{}': nobody defines {}: made up, as with "
                    "--stub-undefined; give the files that do (--with FILE.c), "
                    "or libraries and objects after --\n",
                    part.options.source.string(),
                    listedSymbols(error.undefined)));
  }
}

// Compiles the file and has its functions run.
void startPart(FilePart &part, FileOptions options, JobPool &pool,
               AllProgress &progress, const OutputFolder *folder,
               const OutputFolder *smtFolder) {
  prepare(part, progress);
  options.run = part.options;
  options.own |= part.configured.line.own;
  options.settingsOf = [&part](const Function &function) {
    FunctionSettings own{part.configured.settings->whySkipped(function),
                         part.options};
    part.configured.narrow(function, own.run);
    own.run.inputs.stubUndefined |= part.options.inputs.stubUndefined;
    return own;
  };
  options.deliver = [&part, folder, smtFolder](
                        const Prepared &prepared, const RunResult &result,
                        const std::filesystem::path &own) {
    const FunctionReport report = makeReport(result);
    leaveReport(report, own);
    writeBelow(folder, result, [&](const std::filesystem::path &path) {
      writeOutputs(result, report, path, part.configured.line.keepsCounters);
    });
    writeBelow(smtFolder, result, [&](const std::filesystem::path &path) {
      writeQuestions(prepared, result, path);
    });
    try {
      writeKeptTests(prepared, result, part.configured.emitOf(result.entry()),
                     result.entry().fileName(), own / "kept");
    } catch (const Error &error) {
      // An interrupt, too, leaves what is known of the function.
      say(fmt::format("coverme: note: no tests of '{}' are kept: {}\n",
                      result.entry().label(), error.what()));
    }
  };
  if (options.journal != nullptr)
    options.keyOf = [identity = identityOf(*part.prepared, part.options)](
                        const Function &function, const RunOptions &run) {
      return keyOf(identity, function, run);
    };
  const std::filesystem::path &source = part.options.source;
  for (const Function &function : part.prepared->program.functions) {
    checkBelow(folder, function, [&](const std::filesystem::path &path) {
      checkOutputs(path, source, function, part.configured.line.keepsCounters);
    });
    checkBelow(smtFolder, function, [&](const std::filesystem::path &path) {
      checkQuestions(path, source);
    });
  }
  part.run =
      std::make_unique<FileRun>(*part.prepared, std::move(options), pool);
}

// Of a file of which no function is asked for.
void leaveEmpty(FilePart &part) {
  part.prepared.emplace();
  FileResult result;
  result.options = part.options;
  result.program = &part.prepared->program;
  result.timing.total = part.sinceBegin.seconds();
  part.result.emplace(std::move(result));
}

// Has the file a function that is asked for? It is compiled, which tells, and
// takes much less than finding what else it is to be linked with.
bool hasAsked(FilePart &part, const FileOptions &options) {
  part.prepared.emplace(compileFile(part.options));
  return !selectFunctions(part.prepared->program, part.options, options.match,
                          options.own, true, options.others)
              .rows.empty();
}

// A file of the project, with what else it needs of that.
void startProjectPart(FilePart &part, Project &project,
                      const FileOptions &options, JobPool &pool,
                      AllProgress &progress, bool isAsked) {
  std::optional<bool> hasOne = true; // that is asked for
  if (options.isOfMany && !options.match.empty())
    hasOne = project.has(part.options.source,
                         parsePattern("--match", options.match));
  if (hasOne == false)
    return leaveEmpty(part);
  const bool verbose = part.configured.line.report.verbose;
  const ProjectNotes notes =
      project.setFlags(part.options, !part.configured.line.namesCompiler);
  const ProjectNotes linked = addLinkedSources(part.options);
  if (!hasOne.has_value() && !hasAsked(part, options))
    return leaveEmpty(part);
  const auto tell = [&](const ProjectNotes &all) {
    progress.clear();
    if (isAsked || verbose)
      say(all, verbose);
  };
  tell(notes);
  tell(linked);
  tell(project.link(part.options));
  startPart(part, options, pool, progress,
            part.folder ? &*part.folder : nullptr,
            part.smtFolder ? &*part.smtFolder : nullptr);
}

// The files of the project: one is compiled while functions of those before it
// run.
void startProject(std::deque<FilePart> &parts, Configuration &configuration,
                  const std::vector<std::filesystem::path> &files,
                  Project &project, const FileOptions &options, JobPool &pool,
                  size_t jobs, AllProgress &progress,
                  const OutputFolder *folder, const OutputFolder *smtFolder) {
  // Nobody reads what is said of every file.
  const bool isAsked = !configuration.given().run.source.empty();
  for (const std::filesystem::path &file : files) {
    // So many are ready that no job has to wait for a compiler.
    pool.awaitWaiting(jobs);
    FilePart &part = parts.emplace_back(configuration.of({file}));
    if (interruptSignal() != 0 ||
        (options.deadline && options.deadline->isOver()))
      continue; // to be listed as not run
    progress.begin(file);
    try {
      if (folder != nullptr)
        part.folder.emplace(placeOf(*folder, part.options.source));
      if (smtFolder != nullptr)
        part.smtFolder.emplace(placeOf(*smtFolder, part.options.source));
      startProjectPart(part, project, options, pool, progress, isAsked);
    } catch (const Error &error) {
      // What is wrong with the command line is so with each file. A source
      // that the build would make is not there before.
      std::error_code none;
      if (error.code == ExitCode::BadInput &&
          std::filesystem::exists(part.options.source, none))
        throw;
      if (interruptSignal() == 0)
        part.error = error;
    }
    progress.endCompiling();
  }
}

// When no function is running any more.
void end(std::deque<FilePart> &parts) {
  for (FilePart &part : parts | std::views::reverse) {
    if (part.run)
      part.result.emplace(part.run->result());
    part.folder.reset();
    part.smtFolder.reset();
  }
}

// Patterns of a project's settings that are about none of its functions.
void noteUnmatched(const std::deque<FilePart> &parts) {
  std::map<const Settings *, std::vector<const Program *>> programs;
  std::vector<const Settings *> order;
  for (const FilePart &part : parts) {
    if (!part.result)
      return; // nobody knows what is in it
    auto &of = programs[part.configured.settings];
    if (of.empty())
      order.push_back(part.configured.settings);
    of.push_back(&part.prepared->program);
  }
  for (const Settings *settings : order)
    for (const std::string &line : settings->unmatched(programs[settings]))
      say(fmt::format("coverme: note: {}\n", line));
}

FileProgress progressOf(const std::deque<FilePart> &parts) {
  FileProgress progress;
  for (const FilePart &part : parts)
    if (part.run)
      part.run->addTo(progress);
  return progress;
}

FileReport reportOf(const std::deque<FilePart> &parts, const CommandLine &line,
                    double seconds) {
  std::vector<FileReport> reports;
  for (const FilePart &part : parts) {
    reports.push_back(
        part.result ? makeReport(*part.result, line.match)
        : part.error
            ? failedFile(part.options, *part.error, line.match)
            : notRunFile(part.options,
                         interruptSignal() != 0 ? "interrupted" : kNoTime,
                         line.match));
    if (!part.result && !part.error)
      reports.back().wasInterrupted = interruptSignal() != 0;
  }
  if (reports.size() == 1)
    return reports.front();
  FileReport all = merged(line.run, reports);
  all.wasInterrupted =
      std::ranges::any_of(reports, &FileReport::wasInterrupted);
  all.timing.total = seconds; // files are run side by side
  return all;
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
  const Stopwatch sinceBegin;
  Configured configured = configuration.of(files);
  const CommandLine line = configured.line;
  FileOptions options;
  options.match = line.match;
  options.own = line.own;
  if (line.totalTimeout != 0)
    options.deadline.emplace(line.totalTimeout);
  std::optional<Journal> journal;
  if (!line.resume.empty())
    options.journal = &journal.emplace(line.resume);
  const bool isShown = isTerminal(STDERR_FILENO) && !line.report.quiet;
  AllProgress progress(isShown, isShown || line.report.verbose,
                       project != nullptr ? files.size() : 1);
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
  JobWatch jobWatch;
  jobWatch.tick = [&] { progress.show(progressOf(parts)); };
  if (options.deadline)
    jobWatch.mayStart = [&] { return !options.deadline->isOver(); };
  JobPool pool(line.jobs, jobWatch);
  std::optional<WaitWatch> compiling(std::in_place, [&] { pool.step(0); });
  if (project != nullptr) {
    options.own = true; // or each file has the functions of headers
    for (const std::filesystem::path &file : files)
      options.others.insert(std::filesystem::absolute(file).lexically_normal());
    options.isOfMany = isOfProject || files.size() > 1;
    if (options.isOfMany && !line.emit.folders.empty())
      fail(ExitCode::BadInput, "--emit takes one file of a project at a time");
    startProject(parts, configuration, files, *project, options, pool,
                 line.jobs, progress, folder, smtFolder);
  } else {
    parts.emplace_back(std::move(configured));
    progress.begin(line.run.source);
    const ProjectNotes notes = addLinkedSources(parts.back().options);
    progress.clear();
    say(notes, line.report.verbose);
    startPart(parts.back(), options, pool, progress, folder, smtFolder);
  }
  compiling.reset();
  progress.endCompiling();
  pool.await();
  end(parts);
  progress.clear();
  if (isAbandoned())
    throwIfInterrupted();
  if (options.isOfMany &&
      std::all_of(parts.begin(), parts.end(), [](const FilePart &part) {
        return part.result && part.result->rows.empty();
      }))
    fail(ExitCode::BadInput, "{} of {}",
         line.match.empty()
             ? "there is no function"
             : fmt::format("--match '{}' matches no function", line.match),
         plural(parts.size(), "file"));
  if (isOfProject && line.match.empty())
    noteUnmatched(parts);
  const FileReport report = reportOf(parts, line, sinceBegin.seconds());
  const auto json = [&](std::ostream &stream) { writeJson(report, stream); };
  print(report, line.report, jsonOf(line));
  if (!line.jsonFile.empty())
    writeOutput(line.jsonFile, OutputKind::Json, source, json);
  if (folder != nullptr) {
    writeOutput(folder->path() / kReportFile, OutputKind::Report, source,
                fileText(report, {}));
    writeOutput(folder->path() / kJson, OutputKind::Json, source, json);
  }
  ReportChoice choice = line.report;
  // Of nothing there are no settings to propose.
  if (std::ranges::none_of(
          parts, [](const FilePart &part) { return part.result.has_value(); }))
    std::erase_if(choice.files,
                  [](const NamedText &file) { return file.name == "config"; });
  writeReports(report, choice, source);
  throwIfInterrupted();
  throwFirstError(parts);
  return exitCodeOf(parts, report, line, baseline);
}

} // namespace coverme
