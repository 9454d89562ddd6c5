// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's tool: arguments in, reports and an exit code out.

#include "AllFunctions.h"
#include "CommandLine.h"
#include "Configuration.h"
#include "FilterCommand.h"
#include "Gates.h"
#include "Manual.h"
#include "Nightly.h"
#include "Output.h"
#include "OutputFiles.h"
#include "PluginFlags.h"
#include "ReportCommand.h"
#include "RunCommand.h"
#include "config/Settings.h"
#include "keep/KeptFiles.h"
#include "options/OptionNames.h"
#include "project/LinkedSources.h"
#include "project/Project.h"
#include "report/Explain.h"
#include "report/FunctionList.h"
#include "report/JsonReport.h"
#include "report/MakeReport.h"
#include "report/RunReport.h"
#include "report/SourceLines.h"
#include "report/TraceFilter.h"
#include "run/Run.h"
#include "run/SingleRun.h"
#include "support/Demangled.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Grouped.h"
#include "support/Interrupt.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"
#include "support/Supervisor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <unistd.h>

namespace {

using namespace coverme;

constexpr size_t kBarColumns = 10;

std::string wordsOf(const Progress &progress, const RunOptions &options) {
  const double perSecond = static_cast<double>(progress.evaluations) /
                           std::max(progress.seconds, 0.001);
  const double share = static_cast<double>(progress.decided) /
                       static_cast<double>(std::max<size_t>(progress.asked, 1));
  return fmt::format(
      "{} {} of {} {} decided, {:.0f} s of {:.0f} at most, {} evaluations/s",
      bar(share, kBarColumns), progress.decided, progress.asked,
      goalNamed(options.goal).words.targets, progress.seconds,
      options.search.timeoutSeconds, grouped(static_cast<uint64_t>(perSecond)));
}

// Starts the tool again without randomised addresses, where that is allowed:
// code under test that reads beyond its objects finds the same in each run.
void fixAddressLayout(char **argv) {
  constexpr unsigned long kAsk = 0xffffffff;
  const int now = ::personality(kAsk);
  // A secure execution would take the wish back, and ask for ever.
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) != 0 || ::getauxval(AT_SECURE) != 0)
    return;
  // By its path, so that ps and top show our name.
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto wish = static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE;
  if (!error && ::personality(wish) >= 0)
    ::execv(self.c_str(), argv); // or we go on as we are
}

// coverme explain DIR|JSON PLACE
ExitCode runExplain(const std::vector<std::string> &arguments) {
  if (arguments.size() != 2)
    fail(ExitCode::BadInput,
         "usage: coverme explain DIR|JSON [FILE:]LINE[:COLUMN][:true|:false], "
         "or site:NUMBER as the place");
  print(explain(readReport(arguments[0]), arguments[1]));
  return ExitCode::Complete;
}

// coverme report DIR|JSON [OPTION]...
ExitCode runReport(const std::vector<std::string> &arguments) {
  const std::optional<ReportCommand> command = parseReportCommand(arguments);
  if (!command)
    return ExitCode::Complete;
  checkReports(command->report, command->path);
  const Report report = readReport(command->path);
  print(report, command->report, command->path);
  writeReports(report, command->report, command->path);
  return ExitCode::Complete;
}

// coverme filter FILE.info --with DIR|JSON
ExitCode runFilter(const std::vector<std::string> &arguments) {
  const std::optional<FilterCommand> command = parseFilterCommand(arguments);
  if (!command)
    return ExitCode::Complete;
  const Report report = readReport(command->result);
  CoverageByFile coverage;
  std::set<std::string> assumptions;
  std::visit(
      [&](const auto &each) {
        if (each.kind().isAtPlaces)
          fail(ExitCode::BadInput,
               "'{}' is of --goal {}, and says nothing of branches",
               command->result.string(), each.goal);
        coverage = coverageOf(each);
        forEachFunction(each, [&](const FunctionReport &function) {
          assumptions.insert(function.proofsAssume.begin(),
                             function.proofsAssume.end());
        });
      },
      report);
  SourceLines lines;
  const FilteredTrace filtered =
      filterTrace(readFile(command->trace), coverage,
                  [&](const std::string &file, unsigned number) {
                    return lines.trimmedLine(file, number);
                  });
  print(filtered.text);
  for (const std::string &note : filtered.notes)
    say(fmt::format("coverme: note: {}\n", note));
  if (filtered.removed != 0 && !assumptions.empty())
    say(fmt::format("coverme: note: proofs assume: {}\n",
                    fmt::join(assumptions, "; ")));
  say(fmt::format("coverme: branches left out as proved infeasible: {}\n",
                  filtered.removed));
  return ExitCode::Complete;
}

// coverme run FILE.c --entry NAME [--input V]... [-- COMPILER-FLAGS...]
ExitCode runRun(char **argv, const std::vector<std::string> &arguments) {
  const std::optional<RunCommand> command = parseRunCommand(arguments);
  if (!command)
    return ExitCode::Complete;
  fixAddressLayout(argv);
  workSupervised();
  Configuration configuration(command->line);
  const Configured configured =
      configuration.of(askedSources(command->line.run));
  RunOptions options = configured.line.run;
  options.gcov = command->line.run.gcov;
  std::optional<Project> project;
  if (!options.project.empty()) {
    project.emplace(options.project);
    say(project->apply(options, !options.gcov), false);
  }
  say(addLinkedSources(options), false);
  const SingleRun run = runSingle(options, command->inputs,
                                  [&](const Function &entry, RunOptions &own) {
                                    configured.narrow(entry, own);
                                  });
  print(runReport(run));
  return run.findings.empty() ? ExitCode::Complete : ExitCode::Incomplete;
}

// What can be known ahead of compiling.
void checkPlaces(const CommandLine &line) {
  namespace fs = std::filesystem;
  const fs::path &source = line.run.source;
  if (!line.smtFolder.empty())
    checkQuestions(line.smtFolder, source);
  for (const NamedText &each : line.emit.folders)
    if (each.name != kCorpusKind)
      checkKeptFolder(each.text, line.emit.update);
  checkReports(line.report, source);
  if (line.jsonFile.empty())
    return;
  checkReplaceable(line.jsonFile, OutputKind::Json, source);
  std::error_code error;
  const fs::path json = fs::weakly_canonical(line.jsonFile, error);
  const fs::path folder = fs::weakly_canonical(line.outputFolder, error);
  if (!line.outputFolder.empty() && json.parent_path() == folder &&
      json.extension() != ".json")
    fail(ExitCode::BadInput,
         "--json '{}' is in the folder of -o, where only .json is free",
         line.jsonFile);
}

// FILE:NAME, as a name that several files have is told: the file, if the
// project has one of that name, and the entry is NAME then.
bool splitEntry(const Project &project, RunOptions &run) {
  const size_t colon = run.entry.rfind(':');
  if (colon == std::string::npos || colon == 0 || run.entry[colon - 1] == ':')
    return false;
  const std::string file = run.entry.substr(0, colon);
  std::set<std::filesystem::path> found;
  for (const std::filesystem::path &source : project.sources())
    if (endsWith(source, file))
      found.insert(source);
  if (found.empty())
    return false;
  const std::string entry = run.entry.substr(colon + 1);
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const auto &[source, name] : toldApart(found))
      names.push_back(name);
    fail(ExitCode::BadInput,
         "'{}' is the end of {} files: {}; choose one: --entry '{}:{}'", file,
         names.size(), fmt::join(names, ", "), names.front(), entry);
  }
  run.source = *found.begin();
  run.entry = entry;
  return true;
}

// What is built stands for the project of its sources.
void openProject(CommandLine &line, std::optional<Project> &project) {
  RunOptions &run = line.run;
  const bool isOfBuilt = isBuilt(run.source);
  if (isOfBuilt) {
    if (!run.project.empty() || !run.others.empty())
      fail(ExitCode::BadInput,
           "'{}' is no source; it stands alone, or after -p",
           run.source.string());
    run.project = std::exchange(run.source, {});
  }
  if (!run.project.empty())
    project.emplace(run.project);
  if (isOfBuilt && !line.all && !splitEntry(*project, run))
    run.source = project->sourceOf(run.entry);
}

// By their members' sources; what they take, only the linked tables say.
std::string listOfArchive(const std::filesystem::path &archive) {
  std::string out;
  for (const BuiltUnit &unit : readBuiltUnits(archive)) {
    out += unit.command.file.string() + '\n';
    for (const std::string &name : unit.functions)
      out += fmt::format("  {}\n", demangled(name));
  }
  return out;
}

std::string listOfBuilt(const RunOptions &run) {
  if (isArchive(run.source))
    return listOfArchive(run.source);
  checkFormat(run.source);
  return functionList(readProgram(run.source), run);
}

constexpr const char *kConfigFile = "coverme.toml";

void checkIsNew(const std::filesystem::path &file) {
  if (std::filesystem::exists(std::filesystem::symlink_status(file)))
    fail(ExitCode::BadInput, "'{}' is there already, and stays as it is",
         file.string());
}

// The files that the run is about would have another one, or none.
void checkIsForAll(const std::vector<std::filesystem::path> &files) {
  namespace fs = std::filesystem;
  for (const fs::path &file : files)
    if (const fs::path way =
            fs::absolute(file).lexically_normal().lexically_relative(
                fs::current_path());
        way.empty() || *way.begin() == "..")
      fail(ExitCode::BadInput,
           "'{}' is not below this folder, where {} would be; begin in the "
           "project's folder",
           file.string(), kConfigFile);
  if (const auto file = findSettings(files))
    checkIsNew(*file);
}

// coverme init DIR|JSON: of an earlier run.
bool initOfReport(const std::vector<std::string> &arguments) {
  std::error_code error;
  if (arguments.empty() ||
      !(arguments[0].ends_with(".json") ||
        std::filesystem::is_directory(arguments[0], error)))
    return false;
  if (arguments.size() != 1)
    fail(ExitCode::BadInput,
         "unexpected '{}': of an earlier run, init takes "
         "its folder or file and nothing else",
         arguments[1]);
  const Report report = readReport(arguments[0]);
  writeReports(report, {.files = {{"config", kConfigFile}}}, {});
  return true;
}

// The arguments of `coverme init` as those of a run, for all functions.
std::vector<std::string> withAll(std::vector<std::string> arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--all") >=
      std::find(arguments.begin(), arguments.end(), "--"))
    arguments.insert(arguments.begin(), "--all");
  return arguments;
}

// What is called by a name of its own ahead of the options, or asked for by one
// option alone; nullopt: nothing.
std::optional<ExitCode> runCommand(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]) == "run")
    return runRun(argv, {argv + 2, argv + argc});
  if (argc > 1 && std::string_view(argv[1]) == "explain")
    return runExplain({argv + 2, argv + argc});
  if (argc > 1 && std::string_view(argv[1]) == "report")
    return runReport({argv + 2, argv + argc});
  if (argc > 1 && std::string_view(argv[1]) == "filter")
    return runFilter({argv + 2, argv + argc});
  if (argc > 1 && std::string_view(argv[1]) == "nightly")
    return runNightly({argv + 2, argv + argc});
  if (argc == 2)
    if (const std::optional<std::string> text = manualFor(argv[1])) {
      print(*text);
      return ExitCode::Complete;
    }
  if (argc == 2)
    if (const std::optional<std::string> flags = pluginFlags(argv[1])) {
      print(*flags + '\n');
      return ExitCode::Complete;
    }
  return std::nullopt;
}

// Prints the report of a run, and writes what else is wanted of it but the
// tests that are kept.
FunctionReport deliver(const Prepared &prepared, const RunResult &result,
                       const CommandLine &line, const OutputFolder *folder,
                       const OutputFolder *smtFolder) {
  FunctionReport report = makeReport(result);
  print(report, line.report, jsonOf(line));
  if (!line.jsonFile.empty())
    writeOutput(line.jsonFile, OutputKind::Json, line.run.source,
                [&](std::ostream &stream) { writeJson(report, stream); });
  if (folder)
    writeOutputs(result, report, folder->path(), line.keepsCounters);
  writeReports(report, line.report, line.run.source);
  if (smtFolder && interruptSignal() == 0) {
    const std::string obstacle =
        writeQuestions(prepared, result, smtFolder->path());
    if (!obstacle.empty())
      say(fmt::format("coverme: note: nothing to ask about '{}': {}\n",
                      result.entry().label(), obstacle));
  }
  return report;
}

// Runs, or lists, what the command line asks of one function.
ExitCode runEntry(const Configured &configured, Project *project,
                  const OutputFolder *folder, const OutputFolder *smtFolder) {
  CommandLine line = configured.line;
  if (line.printsConfig && line.run.entry.empty()) {
    print(configText(configured, nullptr));
    return ExitCode::Complete;
  }
  const Stopwatch sinceStart;
  ProgressLine show(isTerminal(STDERR_FILENO) && !line.report.quiet);
  std::optional<WaitWatch> compiling(std::in_place, [&] {
    show(sinceStart.seconds(), fmt::format("compiling {}, {:.0f} s",
                                           line.run.source.filename().string(),
                                           sinceStart.seconds()));
  });
  if (project) {
    const ProjectNotes notes =
        line.list ? project->setFlags(line.run, !line.namesCompiler)
                  : project->apply(line.run, !line.namesCompiler);
    show.clear();
    say(notes, line.report.verbose);
  }
  if (!line.list && !line.printsConfig) {
    const ProjectNotes notes = addLinkedSources(line.run);
    show.clear();
    say(notes, line.report.verbose);
  }
  line.run.gcov = line.run.gcov && !line.printsConfig;
  if (line.list) {
    const Prepared compiled = compileFile(line.run);
    show.clear();
    print(functionList(compiled.program, line.run));
    return ExitCode::Complete;
  }
  const std::optional<Baseline> baseline = baselineOf(line);
  Prepared prepared = compileFile(line.run);
  const Function entry =
      prepared.program.functions[findEntry(prepared.program, line.run)];
  if (line.printsConfig) {
    show.clear();
    print(configText(configured, &entry));
    return ExitCode::Complete;
  }
  configured.narrow(entry, line.run);
  if (folder)
    checkOutputs(folder->path(), line.run.source, entry, line.keepsCounters);
  prepareEntry(prepared, line.run, prepared.folder->path());
  compiling.reset();
  const RunResult result =
      run(prepared, line.run, [&](const Progress &progress) {
        show(progress.seconds, wordsOf(progress, line.run));
      });
  show.clear();
  if (isAbandoned())
    throwIfInterrupted();
  const FunctionReport report =
      deliver(prepared, result, line, folder, smtFolder);
  throwIfInterrupted();
  writeKeptTests(prepared, result, configured.emitOf(entry), "",
                 prepared.folder->path());
  if (result.laterError)
    throw Error(*result.laterError);
  return exitCodeOf(report, line, baseline, true);
}

ExitCode runTool(int argc, char **argv) {
  if (const std::optional<ExitCode> code = runCommand(argc, argv))
    return *code;
  const bool isInit = argc > 1 && std::string_view(argv[1]) == "init";
  if (isInit) {
    checkIsNew(kConfigFile);
    if (initOfReport({argv + 2, argv + argc}))
      return ExitCode::Complete;
  }
  CommandLine line;
  if (const std::optional<int> done = parseCommandLine(
          isInit ? withAll({argv + 2, argv + argc})
                 : std::vector<std::string>{argv + 1, argv + argc},
          line))
    return static_cast<ExitCode>(*done);
  fixAddressLayout(argv);
  workSupervised(); // in the process that the above may have started again
  std::optional<OutputFolder> folder;
  if (!line.outputFolder.empty())
    folder.emplace(line.outputFolder);
  std::optional<OutputFolder> smtFolder;
  if (!line.smtFolder.empty())
    smtFolder.emplace(line.smtFolder);
  if (line.list && isBuilt(line.run.source)) {
    print(listOfBuilt(line.run));
    return ExitCode::Complete;
  }
  std::optional<Project> project;
  openProject(line, project);
  if (isInit) {
    checkIsForAll(line.run.source.empty() ? project->sources()
                                          : askedSources(line.run));
    line.report.files.push_back({"config", kConfigFile});
  }
  checkPlaces(line);

  Configuration configuration(line);
  if (line.all) {
    const ExitCode code = runAllFunctions(
        configuration, project ? &*project : nullptr,
        folder ? &*folder : nullptr, smtFolder ? &*smtFolder : nullptr);
    return isInit && code == ExitCode::Incomplete ? ExitCode::Complete : code;
  }
  return runEntry(configuration.of(askedSources(line.run)),
                  project ? &*project : nullptr, folder ? &*folder : nullptr,
                  smtFolder ? &*smtFolder : nullptr);
}

int exitCodeOfTool(int argc, char **argv) {
  try {
    return static_cast<int>(runTool(argc, argv));
  } catch (const Error &error) {
    say(fmt::format("coverme: error: {}\n{}", error.what(), error.detail));
    return static_cast<int>(error.code);
  } catch (const std::exception &error) {
    say(fmt::format("coverme: internal error: {}\n", error.what()));
    return static_cast<int>(ExitCode::Internal);
  }
}

} // namespace

int main(int argc, char **argv) {
  catchInterrupts();
  // What is linked may have threads of OpenMP, which add up numbers in any
  // order.
  ::setenv("OMP_NUM_THREADS", "1", true);
  const int code = exitCodeOfTool(argc, argv);
  endSupervisedWork();
  return code;
}
