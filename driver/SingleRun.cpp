// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SingleRun.h"

#include "Run.h"
#include "report/Values.h"
#include "suite/Sanitize.h"
#include "support/Interrupt.h"

#include <fmt/ranges.h>

namespace coverme {
namespace {

Input inputOf(const Function &entry, const std::vector<std::string> &texts) {
  const std::vector<Parameter> &parameters = entry.parameters;
  if (texts.size() != parameters.size()) {
    std::vector<std::string> names;
    for (const Parameter &parameter : parameters)
      names.push_back(parameter.type +
                      (parameter.type.ends_with('*') ? "" : " ") +
                      parameter.name);
    fail(ExitCode::BadInput, "'{}' takes {} input{}{}, and {} {} given",
         entry.name, names.size(), names.size() == 1 ? "" : "s",
         names.empty() ? "" : fmt::format(" ({})", fmt::join(names, ", ")),
         texts.size(), texts.size() == 1 ? "is" : "are");
  }
  Input input;
  for (size_t i = 0; i < texts.size(); ++i)
    input.push_back(parseInput(parameters[i], texts[i]));
  return input;
}

} // namespace

SingleRun runSingle(const RunOptions &options,
                    const std::vector<std::string> &inputs) {
  const TemporaryFolder folder;
  const std::filesystem::path object =
      buildWithLines(options, folder.path() / "lines");
  SingleRun run;
  run.program = readProgram(object);
  run.entry = findEntry(run.program, options);
  const Function &entry = run.function();
  checkSignature(entry);
  run.input = inputOf(entry, inputs);
  SearchOptions search = options.search;
  if (search.directory.empty()) {
    search.directory = folder.path() / "scratch";
    std::filesystem::create_directory(search.directory);
  }
  const Trials trials(object, run.program, run.entry, search);
  run.trial = trials.run(run.input, WorkerWatch().hangSeconds);
  throwIfInterrupted();
  for (const Finding &finding : run.trial.findings)
    run.findings.push_back(
        describeFinding(finding, run.trial.placeOf(finding), run.input));
  if (!options.sanitizers.empty()) {
    const SanitizedProgram sanitized(options, run.program, entry,
                                     folder.path() / "sanitized",
                                     search.directory);
    for (FindingReport &report : sanitized.findingsOf(run.input))
      run.findings.push_back(std::move(report));
  }
  if (options.gcov && run.trial.hasReturned) {
    const Test test{run.input, run.trial.result, run.trial.pointees, {}};
    GcovReplay replay(options, run.program, entry, folder.path());
    const std::string difference =
        replayDifference(entry, test.result, replay.run({test}).results[0],
                         options.gcovCompiler);
    if (!difference.empty())
      run.findings.push_back(
          {kReplayDiffers, difference, run.input, run.trial.lastPlace()});
  }
  return run;
}

} // namespace coverme
