// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's tool: arguments in, reports and an exit code out.

#include "CommandLine.h"
#include "Run.h"
#include "prove/EmitSmt.h"
#include "report/Explain.h"
#include "report/JsonReport.h"
#include "report/TextReport.h"
#include "support/Error.h"
#include "support/Guardian.h"
#include "support/Interrupt.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <optional>
#include <unistd.h>
#include <utility>

namespace {

using namespace coverme;

bool isTerminal(int stream) { return ::isatty(stream) != 0; }

bool wantsColour() {
  const char *noColour = std::getenv("NO_COLOR");
  return isTerminal(STDOUT_FILENO) &&
         (noColour == nullptr || *noColour == '\0');
}

// To standard error, which may have gone away.
template <class... Args>
void say(fmt::format_string<Args...> format, Args &&...args) {
  std::fputs(fmt::format(format, std::forward<Args>(args)...).c_str(), stderr);
}

// One line on a terminal's standard error, rewritten in place.
class ProgressLine {
public:
  explicit ProgressLine(bool isOn) : isOn(isOn) {}
  ~ProgressLine() {
    if (isShown)
      say("\r\x1b[K");
  }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  void operator()(const Progress &progress) {
    if (!isOn || progress.seconds < 1)
      return;
    say(
        // Cut at the margin (?7l): a line that wraps cannot be rewritten.
        "\r\x1b[K\x1b[?7lsearching: {} of {} branches covered, {} "
        "evaluations, {:.0f} s\x1b[?7h",
        progress.covered, progress.branches, progress.evaluations,
        progress.seconds);
    isShown = true;
  }

private:
  bool isOn;
  bool isShown = false;
};

// To standard output. A reader that has gone away (head) is no error.
void print(const std::function<void(std::ostream &)> &write) {
  errno = 0;
  write(std::cout);
  std::cout.flush();
  if (!std::cout && errno != EPIPE)
    fail(ExitCode::BadInput, "cannot write to standard output: {}",
         std::strerror(errno));
}

void print(const std::string &text) {
  print([&](std::ostream &stream) { stream << text; });
}

void writeOutputs(const RunResult &result, const OutputFolder &folder) {
  const TextStyle full{false, Detail::Full};
  const auto json = [&](std::ostream &stream) {
    writeJsonReport(result, stream);
  };
  writeFileAtomically(folder.path() / "report.txt", textReport(result, full));
  writeFileAtomically(folder.path() / "suite.json", json);
  writeFileAtomically(folder.path() / "replay.c", result.replaySource);
  if (!result.gcovAnnotation.empty())
    writeFileAtomically(folder.path() /
                            (result.entry().file.filename().string() + ".gcov"),
                        result.gcovAnnotation);
}

void writeQuestions(const Prepared &prepared, const RunResult &result,
                    const OutputFolder &folder) {
  std::vector<BranchId> uncovered;
  for (const BranchVerdict &branch : result.branches)
    if (branch.verdict != Verdict::Covered)
      uncovered.push_back(branch.branch);
  const std::string obstacle =
      emitSmt(folder.path(), prepared.object.path, prepared.program,
              result.scope.entry, uncovered);
  if (!obstacle.empty())
    say("coverme: note: nothing to ask about '{}': {}\n", result.entry().name,
        obstacle);
}

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

  const Prepared prepared = prepare(line.run);
  if (line.list) {
    print(functionList(prepared.program));
    return ExitCode::Complete;
  }
  RunResult result;
  {
    ProgressLine show(isTerminal(STDERR_FILENO) && !line.quiet);
    result = run(prepared, line.run,
                 [&](const Progress &progress) { show(progress); });
  }
  if (isAbandoned())
    throwIfInterrupted();
  const auto json = [&](std::ostream &stream) {
    writeJsonReport(result, stream);
  };
  if (line.jsonFile == "-")
    print(json);
  else
    print(textReport(result, {wantsColour(), line.quiet     ? Detail::Summary
                                             : line.verbose ? Detail::Full
                                                            : Detail::Normal}));
  if (!line.jsonFile.empty() && line.jsonFile != "-")
    writeFileAtomically(line.jsonFile, json);
  if (folder)
    writeOutputs(result, *folder);
  if (smtFolder && interruptSignal() == 0)
    writeQuestions(prepared, result, *smtFolder);
  throwIfInterrupted();
  if (result.gcovError)
    throw Error(*result.gcovError);
  return exitCodeOf(result, line.minCoverage);
}

int guardedMain(int argc, char **argv) {
  try {
    workUnderGuard();
    return static_cast<int>(runTool(argc, argv));
  } catch (const Error &error) {
    say("coverme: error: {}\n{}", error.what(), error.detail);
    return static_cast<int>(error.code);
  } catch (const std::exception &error) {
    say("coverme: internal error: {}\n", error.what());
    return static_cast<int>(ExitCode::Internal);
  }
}

} // namespace

int main(int argc, char **argv) {
  const int code = guardedMain(argc, argv);
  endGuardedWork();
  return code;
}
