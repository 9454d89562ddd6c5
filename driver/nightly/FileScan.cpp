// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/FileScan.h"

#include "batch/FileRun.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"
#include "goals/GoalKind.h"
#include "goals/Goals.h"
#include "nightly/CommandResults.h"
#include "nightly/FileText.h"
#include "nightly/LibraryCommands.h"
#include "project/Project.h"
#include "run/Build.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/PlainMessages.h"
#include "support/Sha256.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace coverme {

namespace fs = std::filesystem;

namespace {

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

// Has it places of the kind that the goal is about, if it is about places?
bool hasPlaces(const Program &program, uint32_t function, RunOptions run) {
  run.isOfAll = false; // each function is the entry of a run of its own
  return !goalNamed(run.goal).takesPlaces() ||
         !makeGoal(run.goal, program,
                   makeScope(program, function, coversCallees(run),
                             run.others.size()))
              ->asked()
              .empty();
}

// What a result of one of the file's functions hangs on besides the code.
std::string settingOf(const Manifest &manifest, const NightlyLibrary &library,
                      const RunTools &tools, const RunOptions &run) {
  std::string all = fmt::format(
      "{}\n{}\n{}\n{}\n{}\n", tools.coverme, tools.compiler,
      manifest.evaluations, manifest.timeout, fmt::join(library.options, "\n"));
  std::error_code error;
  for (const std::string &flag : flagsOf(run)) {
    // Objects, and files of flags.
    const std::string file = flag.substr(flag.starts_with('@') ? 1 : 0);
    all += (fs::is_regular_file(file, error) ? sha256(readFile(file)) : flag) +
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

std::vector<FileTexts> textsOf(const RunOptions &run) {
  std::vector<FileTexts> texts;
  for (const fs::path &source : run.sources()) {
    if (languageOf(source) == Language::Ir) {
      texts.push_back({readFile(source), ""});
      continue;
    }
    const auto preprocessed = [&](const std::string &compiler,
                                  const std::vector<std::string> &flags) {
      std::vector<std::string> words = {compiler, "-E"};
      words.insert(words.end(), flags.begin(), flags.end());
      words.push_back(source);
      return runProcess(words, plainMessages());
    };
    ProcessResult ofClang = preprocessed(clangProgram(), clangFlagsOf(run)),
                  ofReplay = preprocessed(run.gcovCompiler,
                                          splitFlags(flagsOf(run)).compile);
    if (!ofClang.succeeded())
      throw Error(ExitCode::CompileFailed,
                  fmt::format("'{}' is not preprocessed: {}", source.string(),
                              firstLine(ofClang.errors)));
    texts.push_back({std::move(ofClang.output),
                     ofReplay.succeeded() ? std::move(ofReplay.output) : ""});
  }
  return texts;
}

} // namespace

nlohmann::json scanFile(const Manifest &manifest, const NightlyLibrary &library,
                        const std::string &file, const RunTools &tools,
                        const CommandLineParser &parse,
                        const std::vector<const ResultRow *> &before) {
  RunOptions run =
      parse(wordsOf(manifest, library, file, 1, {"--all", "--own"})).run;
  std::optional<Project> project;
  if (!library.project.empty()) {
    project.emplace(run.project);
    project->apply(run, true);
  }
  const std::string setting = settingOf(manifest, library, tools, run);
  const std::vector<FileTexts> texts = textsOf(run);
  std::string all = setting;
  for (const FileTexts &each : texts)
    all += each.ofClang + each.ofReplay;
  const std::string key = sha256(all);
  nlohmann::json outcome = nlohmann::json::object();
  if (!before.empty() && std::ranges::all_of(before, [&](const ResultRow *row) {
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
       selectFunctions(prepared.program, run, library.match, true, true).rows) {
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

} // namespace coverme
