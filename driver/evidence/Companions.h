// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of a run of several files beside the one that a replay includes:
// as they are, compiled once for the replays of all functions.
#ifndef COVERME_DRIVER_EVIDENCE_COMPANIONS_H
#define COVERME_DRIVER_EVIDENCE_COMPANIONS_H

#include "core/Program.h"
#include "options/Options.h"
#include "support/Error.h"
#include "support/Subprocess.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coverme {

// The command by which this compiler compiles and links all objects of a replay
// alike.
std::vector<std::string> coverageCompiler(const std::string &name);

// Where the compiler puts the notes of a --coverage build, as flags and a path.
struct NotesPlace {
  std::vector<std::string> flags;
  std::filesystem::path file;
};
NotesPlace notesBeside(const std::filesystem::path &object,
                       const std::string &compiler);

struct Companion {
  uint32_t source; // the number of the source
  std::filesystem::path object;
  std::filesystem::path notes; // empty: its branches are not counted
};

class Companions {
public:
  // Starts `compiler` on all sources but number `left`, in `folder`, which it
  // makes; with --coverage on those that count, if `counts`.
  Companions(const RunOptions &options, const Program &program,
             const std::string &compiler, bool counts,
             const std::filesystem::path &folder,
             std::optional<uint32_t> left = std::nullopt);

  // Waits for the compiler. Throws Error(BadInput) when there is no room for
  // what it makes.
  void finish();

  // The companions in the order of the sources, after finish(). Throws
  // Error(CompileFailed) when the compiler has rejected one of them.
  const std::vector<Companion> &all();

private:
  struct Job {
    std::string source;
    std::vector<std::string> command;
    std::filesystem::path object;
    std::vector<std::string> copies;  // inlineCopies of the source
    std::unique_ptr<Process> process; // null before and after
  };
  void start(Job &job) const;

  std::string name;
  std::filesystem::path folder;
  std::vector<Job> jobs;
  std::vector<Companion> made;
  std::optional<Error> error;
};

// Starts the companions of a run; null if it has one source.
std::shared_ptr<Companions>
startCompanions(const RunOptions &options, const Program &program,
                const std::string &compiler, bool counts,
                const std::filesystem::path &folder,
                std::optional<uint32_t> left = std::nullopt);

} // namespace coverme

#endif
