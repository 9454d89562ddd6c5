// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/FunctionJob.h"

#include "nightly/CommandResults.h"
#include "nightly/KeptReplay.h"
#include "nightly/LibraryCommands.h"
#include "project/Project.h"
#include "support/Files.h"
#include "support/Interrupt.h"
#include "support/Sha256.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

#include <optional>
#include <system_error>
#include <vector>

namespace coverme {

namespace fs = std::filesystem;

std::string keptName(const std::string &key, const NightlyFunction &who,
                     unsigned effort) {
  return sha256(
      fmt::format("{}\n{}\n{}", functionKey(key), who.label(), effort));
}

namespace {

nlohmann::json search(const FunctionJob &job, const NightSettings &night) {
  std::vector<std::string> more = {
      "--entry", job.who.name, "--seed",  std::to_string(night.seed),
      "-q",      "-o",         job.folder};
  std::error_code error;
  if (fs::exists(job.folder / kSuiteBefore, error))
    more.insert(more.end(), {"--seed-inputs", job.folder / kSuiteBefore});
  const std::vector<std::string> words =
      wordsOf(night.manifest, *job.library, job.who.file, job.effort, more);
  std::vector<std::string> command = {fs::read_symlink("/proc/self/exe")};
  command.insert(command.end(), words.begin(), words.end());
  ProcessResult result = runProcess(command);
  throwIfInterrupted();
  // Memory or room on the disk may have been short: for coverme, or for a
  // compiler.
  if (result.signal != 0 || result.exitCode > 1)
    result = runProcess(command);
  throwIfInterrupted();
  nlohmann::json outcome = {{"searched", true}};
  if (!fs::exists(job.folder / kSuiteFile, error))
    return {{"error", failureOfCoverme(result)}};
  if (result.exitCode > 1)
    outcome["reason"] = failureOfCoverme(result);
  if (fs::exists(job.folder / "replay.c", error)) {
    RunOptions run = night.parse(words).run;
    std::optional<Project> project;
    if (!job.library->project.empty()) {
      project.emplace(run.project);
      project->apply(run, true);
    }
    KeptReplay(night.manifest.cache, keptName(job.key, job.who, job.effort))
        .keep(run, job.folder / "replay.c", night.manifest.timeout);
  }
  return outcome;
}

} // namespace

nlohmann::json runFunction(const FunctionJob &job, const NightSettings &night) {
  fs::current_path(job.library->folder);
  if (job.isReplay) {
    const KeptReplay kept(night.manifest.cache,
                          keptName(job.key, job.who, job.effort));
    switch (kept.run(job.folder, night.manifest.timeout)) {
    case KeptReplay::Outcome::Missing:
      return {{"stands", true}};
    case KeptReplay::Outcome::Same:
      return {{"replayed", true}};
    case KeptReplay::Outcome::Flaky:
      return {{"flaky", true}};
    case KeptReplay::Outcome::Differs:
      break; // something has changed that the key does not know
    }
  }
  return search(job, night);
}

} // namespace coverme
