// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's tool: arguments in, reports and an exit code out.

#include "AllFunctions.h"
#include "CommandLine.h"
#include "Output.h"
#include "Run.h"
#include "report/Explain.h"
#include "report/JsonReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Interrupt.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <unistd.h>

namespace {

using namespace coverme;

ExitCode exitCodeOf(const RunResult &result, double minCoverage) {
  const double decided = result.decidedPercent();
  const bool enough = minCoverage >= 0 && decided >= minCoverage;
  return decided == 100.0 || enough ? ExitCode::Complete : ExitCode::Incomplete;
}

// coverme explain DIR|JSON PLACE
ExitCode runExplain(const std::vector<std::string> &arguments) {
  if (arguments.size() != 2)
    fail(ExitCode::BadInput,
         "usage: coverme explain DIR|JSON [FILE:]LINE[:COLUMN][:true|:false], "
         "or site:NUMBER as the place");
  print(explain(arguments[0], arguments[1]));
  return ExitCode::Complete;
}

ExitCode runTool(int argc, char **argv) {
  if (argc > 1 && std::string_view(argv[1]) == "explain")
    return runExplain({argv + 2, argv + argc});
  CommandLine line;
  if (const std::optional<int> done =
          parseCommandLine({argv + 1, argv + argc}, line))
    return static_cast<ExitCode>(*done);
  std::optional<OutputFolder> folder;
  if (!line.outputFolder.empty())
    folder.emplace(line.outputFolder);
  std::optional<OutputFolder> smtFolder;
  if (!line.smtFolder.empty())
    smtFolder.emplace(line.smtFolder);
  if (!line.jsonFile.empty() && line.jsonFile != "-")
    checkWritable(std::filesystem::absolute(line.jsonFile).parent_path());

  if (line.all)
    return runAllFunctions(line, folder ? &*folder : nullptr,
                           smtFolder ? &*smtFolder : nullptr);
  const Prepared prepared = prepare(line.run);
  if (line.list) {
    print(functionList(prepared.program));
    return ExitCode::Complete;
  }
  RunResult result;
  {
    ProgressLine show(isTerminal(STDERR_FILENO) && !line.quiet);
    result = run(prepared, line.run, [&](const Progress &progress) {
      show(progress.seconds,
           fmt::format("searching: {} of {} branches covered, {} evaluations, "
                       "{:.0f} s",
                       progress.covered, progress.branches,
                       progress.evaluations, progress.seconds));
    });
  }
  const auto json = [&](std::ostream &stream) {
    writeJsonReport(result, stream);
  };
  if (line.jsonFile == "-")
    print(json);
  else
    print(textReport(result, styleOf(line)));
  if (!line.jsonFile.empty() && line.jsonFile != "-")
    writeFileAtomically(line.jsonFile, json);
  if (folder)
    writeOutputs(result, folder->path());
  if (smtFolder) {
    const std::string obstacle =
        writeQuestions(prepared, result, smtFolder->path());
    if (!obstacle.empty())
      fmt::print(stderr, "coverme: note: nothing to ask about '{}': {}\n",
                 result.entry().name, obstacle);
  }
  throwIfInterrupted();
  if (result.gcovError)
    throw Error(*result.gcovError);
  return exitCodeOf(result, line.minCoverage);
}

} // namespace

int main(int argc, char **argv) {
  catchInterrupts();
  try {
    return static_cast<int>(runTool(argc, argv));
  } catch (const Error &error) {
    fmt::print(stderr, "coverme: error: {}\n{}", error.what(), error.detail);
    return static_cast<int>(error.code);
  } catch (const std::exception &error) {
    fmt::print(stderr, "coverme: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::Internal);
  }
}
