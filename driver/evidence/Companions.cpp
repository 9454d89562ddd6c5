// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "evidence/Companions.h"

#include "evidence/CoverageBuild.h"
#include "evidence/InlineCopies.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"
#include "support/Files.h"
#include "support/PlainMessages.h"

#include <fmt/format.h>

#include <cstdlib>
#include <thread>

namespace coverme {

namespace fs = std::filesystem;

// Older clangs name functions so by themselves, and do not know the flag.
static bool knowsNamesOfGcc(const std::string &compiler) {
  if (compiler == clangProgram())
    return true;
  constexpr int kFirst = 18;
  return isClang(compiler) &&
         std::atoi(runProcess({compiler, "-dumpversion"}).output.c_str()) >=
             kFirst;
}

std::vector<std::string> coverageCompiler(const std::string &name) {
  // With -pipe the assembler runs beside the compiler. Functions that nothing
  // calls may call what nobody defines.
  std::vector<std::string> command = {
      name, "-O0", "-w", "-pipe", "-ffunction-sections", "-Wl,--gc-sections"};
  command.insert(command.end(), semanticFlags().begin(), semanticFlags().end());
  if (isClang(name))
    command.insert(command.end(), flagsOfClang().begin(), flagsOfClang().end());
  if (knowsNamesOfGcc(name))
    command.emplace_back(kNamesOfGcc);
  return command;
}

NotesPlace notesBeside(const fs::path &object, const std::string &compiler) {
  fs::path file = object;
  file.replace_extension(".gcno");
  // Older clangs put it into the current folder.
  if (isClang(compiler))
    return {{"--coverage", "-Xclang", "-coverage-notes-file=" + file.string()},
            file};
  return {{"--coverage"}, file};
}

Companions::Companions(const RunOptions &options, const Program &program,
                       const std::string &compiler, bool counts,
                       const fs::path &workFolder, std::optional<uint32_t> left)
    : name(compiler), folder(workFolder) {
  fs::create_directory(folder);
  const std::vector<fs::path> sources = options.sources();
  const SplitFlags user = splitFlags(flagsOf(options));
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (i == left)
      continue;
    const fs::path object = folder / fmt::format("source-{}.o", i);
    Job job{sources[i].string(), coverageCompiler(name), object,
            inlineCopies(program, i), nullptr};
    fs::path file = sources[i];
    if (!job.copies.empty()) {
      file = folder / fmt::format("source-{}.c", i);
      const NamedInclude include = includeByName(sources[i]);
      writeFileAtomically(file, includeWithCopies(include.quoted, job.copies));
      job.command.insert(job.command.end(), include.flags.begin(),
                         include.flags.end());
    }
    Companion companion{i, object, {}};
    if (counts && options.isCounted(i)) {
      const NotesPlace place = notesBeside(object, name);
      job.command.insert(job.command.end(), place.flags.begin(),
                         place.flags.end());
      companion.notes = place.file;
    }
    job.command.insert(job.command.end(), user.compile.begin(),
                       user.compile.end());
    if (languageOf(sources[i]) == Language::Cxx)
      job.command.emplace_back("-fkeep-inline-functions");
    job.command.insert(job.command.end(),
                       {fmt::format("-Dmain={}", kHiddenMain), "-fno-lto", "-c",
                        file, "-o", object});
    jobs.push_back(std::move(job));
    made.push_back(std::move(companion));
  }
  const size_t atOnce = std::max(std::thread::hardware_concurrency(), 1U);
  for (size_t i = 0; i < std::min(atOnce, jobs.size()); ++i)
    start(jobs[i]);
}

void Companions::start(Job &job) const {
  ProcessOptions environment = plainMessages();
  // What a killed compiler leaves goes away with the folder.
  environment.environment.push_back("TMPDIR=" + folder.string());
  job.process = std::make_unique<Process>(job.command, environment);
}

void Companions::finish() {
  for (size_t i = 0; i < jobs.size() && !error; ++i) {
    if (!jobs[i].process)
      start(jobs[i]);
    const ProcessResult built = jobs[i].process->wait();
    if (!built.succeeded()) {
      throwIfNoRoom(built);
      error.emplace(ExitCode::CompileFailed,
                    fmt::format("'{}' does not compile with {} for the replay "
                                "(--no-gcov leaves it out)",
                                jobs[i].source, name),
                    built.output + built.errors);
    }
    if (built.succeeded()) {
      try {
        hideCopies(jobs[i].object, jobs[i].copies);
      } catch (const Error &failure) {
        error = failure;
      }
    }
    // One ends, another one begins.
    for (Job &next : std::span(jobs).subspan(i + 1))
      if (!next.process) {
        start(next);
        break;
      }
  }
  jobs.clear();
}

const std::vector<Companion> &Companions::all() {
  finish();
  if (error)
    throw Error(*error);
  return made;
}

std::shared_ptr<Companions> startCompanions(const RunOptions &options,
                                            const Program &program,
                                            const std::string &compiler,
                                            bool counts, const fs::path &folder,
                                            std::optional<uint32_t> left) {
  if (options.sources().size() == 1)
    return nullptr;
  return std::make_shared<Companions>(options, program, compiler, counts,
                                      folder, left);
}

} // namespace coverme
