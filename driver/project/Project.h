// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A project that is built otherwise, by its compile_commands.json or by what
// coverme-cc has made: flags for a source, and what it needs of the other ones.
#ifndef COVERME_DRIVER_PROJECT_PROJECT_H
#define COVERME_DRIVER_PROJECT_PROJECT_H

#include "options/Options.h"
#include "project/BuiltUnits.h"
#include "project/CompileCommands.h"
#include "support/Files.h"

#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace coverme {

// What a run should know of how its file is built.
struct ProjectNotes {
  std::vector<std::string> notes;   // for everybody
  std::vector<std::string> details; // with --verbose
};

// An absolute path as people would type it.
std::filesystem::path shortName(const std::filesystem::path &file);

class Project {
public:
  // A folder with compile_commands.json, or the file; or a library, a program
  // or an object. Throws as compilationDatabase, readCompileCommands and
  // readBuiltUnits do.
  explicit Project(const std::filesystem::path &place);
  ~Project();
  Project(const Project &) = delete;
  Project &operator=(const Project &) = delete;

  // The sources in C and C++, each once, in the order of the database; below
  // the current folder by relative names.
  std::vector<std::filesystem::path> sources() const;

  // The source of a built library or program that defines the function. Throws
  // Error(BadInput) if none does, several do, or it does not exist.
  std::filesystem::path sourceOf(const std::string &function) const;

  // Does the source define a function whose name matches? nullopt where only
  // compiling it tells: for a database, and in C++, where reports have other
  // names than objects.
  std::optional<bool> has(const std::filesystem::path &source,
                          const std::regex &pattern) const;

  // Sets RunOptions::projectFlags, without objects, and if `setsCompiler` the
  // compiler of the replay: enough to compile the file. Throws Error(BadInput)
  // for a source that the database does not have.
  ProjectNotes setFlags(RunOptions &options, bool setsCompiler) const;

  // Adds the objects that the source needs to the flags. A built library also
  // says which sources it needs: those with the same flags become a part of
  // RunOptions::with. What is compiled for this is there as long as the Project
  // lives. Says which of several objects is linked that define what the source
  // needs. Throws Error(CompileFailed) for a source that does not compile.
  // require: setFlags has set the options
  ProjectNotes link(RunOptions &options);

  // setFlags, then link.
  ProjectNotes apply(RunOptions &options, bool setsCompiler);

private:
  struct Unit;

  // The unit of a source; the first of several. Throws Error(BadInput) without
  // one.
  size_t find(const std::filesystem::path &source) const;
  std::vector<size_t> findAll(const std::filesystem::path &source) const;
  void addCallees(RunOptions &options, size_t index) const;
  void readBuilt();
  void build(const std::vector<size_t> &which);
  std::optional<size_t> definer(const std::string &name,
                                const std::set<std::string> &wanted,
                                const std::set<std::filesystem::path> &own,
                                const std::filesystem::path &near) const;
  // The units that define the symbols `open`, those that these need, and so on.
  std::vector<size_t> needed(std::set<std::string> open,
                             std::set<std::string> defined,
                             const std::set<std::filesystem::path> &own,
                             const std::filesystem::path &near) const;
  // The units that are not compiled yet and may define one of the names.
  std::vector<size_t>
  mayDefine(const std::set<std::string> &names,
            const std::set<std::filesystem::path> &own) const;
  std::vector<size_t> stale(const std::vector<size_t> &chosen);
  std::vector<size_t> detach(const std::vector<size_t> &chosen);
  // The libraries from elsewhere that the build has linked with, by absolute
  // paths, and where loaders look for them.
  const std::vector<std::string> &foreignLibraries();
  ProjectNotes linkNear(RunOptions &options, const std::filesystem::path &near);
  // What else than the units `chosen` defines one of the names.
  ProjectNotes choices(const std::set<std::string> &names,
                       const std::vector<size_t> &chosen) const;

  std::filesystem::path database;
  TemporaryFolder folder;
  std::vector<Unit> units;
  std::vector<BuiltUnit>
      built; // the same units, of a library; empty for a database
  // By symbol: the units that define it, in the order of the database.
  std::map<std::string, std::vector<size_t>> strong, weak;
  std::optional<std::vector<std::string>>
      libraries; // set when they are first asked for
  bool isRead = false;
  bool isDetached = false; // was some object detached?
  size_t runs = 0;
};

} // namespace coverme

#endif
