// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/KeptReplay.h"

#include "frontend/c/Flags.h"
#include "support/Files.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

#include <system_error>
#include <unistd.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;

constexpr const char *kOutputEnding = ".out";

// How it ended belongs to what it printed.
std::string outputOf(const fs::path &program, const fs::path &folder,
                     double timeout) {
  ProcessOptions options;
  options.directory = folder;
  options.timeoutSeconds = timeout;
  options.isForeign = true;
  const ProcessResult result = runProcess({program}, options);
  return fmt::format("{}exit {} signal {}\n", result.output, result.exitCode,
                     result.signal);
}

} // namespace

KeptReplay::KeptReplay(const fs::path &cache, const std::string &name)
    : program(cache / name), output(cache / (name + kOutputEnding)) {}

void KeptReplay::keep(const RunOptions &options, const fs::path &source,
                      double timeout) const {
  const SplitFlags flags = splitFlags(flagsOf(options));
  const bool isCxx = languageOf(options.source) == Language::Cxx;
  // Beside the program, so that it is renamed into place.
  const fs::path made = fmt::format("{}.{}.new", program.string(), ::getpid());
  std::vector<std::string> words = {options.gcovCompiler, "-O0", "-w"};
  words.insert(words.end(), semanticFlags().begin(), semanticFlags().end());
  words.insert(words.end(), flags.compile.begin(), flags.compile.end());
  if (isCxx)
    words.insert(words.end(), {"-x", "c++"});
  words.push_back(source);
  for (const fs::path &other : options.sources())
    if (other != options.source)
      words.push_back(other);
  if (isCxx)
    words.insert(words.end(), {"-x", "none"});
  words.insert(words.end(), {"-o", made});
  words.insert(words.end(), flags.link.begin(), flags.link.end());
  if (isCxx)
    words.emplace_back("-lstdc++");
  words.emplace_back("-lm");
  fs::create_directories(program.parent_path());
  const bool compiles = runProcess(words).succeeded();
  std::error_code error;
  if (compiles) {
    const std::string printed = outputOf(made, source.parent_path(), timeout);
    fs::rename(made, program);
    writeFileAtomically(output, printed);
  }
  fs::remove(made, error);
}

KeptReplay::Outcome KeptReplay::run(const fs::path &folder,
                                    double timeout) const {
  std::error_code error;
  if (!fs::exists(output, error) || !fs::exists(program, error))
    return Outcome::Missing;
  // Artifacts of CI systems come back without it.
  fs::permissions(program, fs::perms::owner_exec, fs::perm_options::add, error);
  const std::string before = readFile(output);
  const std::string first = outputOf(program, folder, timeout);
  if (first == before)
    return Outcome::Same;
  for (int again = 0; again < 2; ++again)
    if (outputOf(program, folder, timeout) != first)
      return Outcome::Flaky;
  return Outcome::Differs;
}

void keepOnly(const fs::path &cache, const std::set<std::string> &names) {
  std::error_code error;
  for (const fs::directory_entry &entry :
       fs::directory_iterator(cache, error)) {
    const std::string name = entry.path().filename();
    const std::string stem =
        name.ends_with(kOutputEnding)
            ? name.substr(0, name.size() -
                                 std::char_traits<char>::length(kOutputEnding))
            : name;
    if (!names.contains(stem))
      fs::remove(entry.path(), error);
  }
}

} // namespace coverme
