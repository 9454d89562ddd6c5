// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/LinkedSources.h"

#include "Config.h"
#include "frontend/c/Compiler.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"
#include "project/ArchiveMembers.h"
#include "project/BuiltUnits.h"
#include "project/CompileCommands.h"
#include "project/ObjectCode.h"
#include "project/ObjectSymbols.h"
#include "project/SourceParts.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/PlainMessages.h"
#include "support/SideBySide.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// All that is compiled of a source costs time, so only little is taken.
constexpr size_t kMostSources = 30;
constexpr uintmax_t kMostBytes = uintmax_t{1} << 20;

// The flags that change what code means, each as one word.
std::vector<std::string> meaningOf(const std::vector<std::string> &flags) {
  static const std::set<std::string_view> kApart = {"-D", "-I", "-U"};
  std::vector<std::string> kept;
  for (size_t i = 0; i < flags.size(); ++i)
    if (kApart.contains(flags[i]) && i + 1 < flags.size()) {
      kept.push_back(flags[i] + flags[i + 1]);
      ++i;
    } else if (!keepsMeaning(flags[i])) {
      kept.push_back(flags[i]);
    }
  return kept;
}

// How the build would compile a file of the run.
CompileCommand ownCommand(const RunOptions &options) {
  CompileCommand command;
  command.directory = fs::current_path();
  command.arguments = {"gcc"};
  for (const std::string &flag : splitFlags(flagsOf(options)).compile)
    command.arguments.push_back(flag);
  return command;
}

// What may have compiled it, with flags that the producer does not record.
std::vector<std::vector<std::string>> compilersOf(const SourceOrigin &origin) {
  if (origin.producer.find("clang") == std::string::npos ||
      !origin.flags.empty())
    return {{"gcc"}};
  std::vector<std::vector<std::string>> compilers;
  for (const char *level : {"-O0", "-O1", "-O2", "-O3", "-Os"})
    compilers.push_back({clangProgram(), "-fPIC", level});
  return compilers;
}

// A member of an archive, and what it was compiled from.
struct Member {
  std::string name; // "libx.a(x.o)"
  fs::path archive, object;
  ObjectSymbols symbols;
  // With arguments, where coverme-cc has recorded them.
  CompileCommand command;
  SourceOrigin origin; // where it has not
  bool isTaken = false;

  bool isRecorded() const { return !command.arguments.empty(); }
};

// What the linker reads on behalf of the user, in order: the first that has a
// name defines it.
struct Library {
  fs::path file;
  std::optional<ArchiveMembers> members; // of an archive
  std::set<std::string> defined;         // by a shared library
};

class LinkedSources {
public:
  LinkedSources(RunOptions &options, const fs::path &folder)
      : options(options), folder(folder),
        flags(sourceFlags(ownCommand(options)).flags) {
    for (const fs::path &source : options.sources())
      known.insert(fs::absolute(source).lexically_normal());
  }

  ProjectNotes add() {
    std::set<std::string> wanted;
    readLibraries(wanted);
    if (std::ranges::none_of(libraries, [](const Library &each) {
          return each.members && each.members->nameSources();
        }))
      return {};
    for (const fs::path &object : compilePlain(options, folder / "own"))
      addSymbols(symbolsOf(object), wanted);
    while (!wanted.empty())
      wanted = takeLevel(wanted);
    if (!others.empty())
      notes.notes.push_back(fmt::format(
          "'{}'{} is other code than its source is with these flags; what it "
          "does stays unknown",
          others.front(),
          others.size() == 1
              ? ""
              : fmt::format(" (and {} more)", others.size() - 1)));
    return notes;
  }

private:
  // The files that the linker reads for the user's flags. Only the linker knows
  // them, unless the flags name nothing but archives.
  std::vector<std::string> linkedFiles() const {
    const std::vector<std::string> words =
        linkerWords(splitFlags(flagsOf(options)).link);
    if (std::ranges::all_of(words, isArchive))
      return words;
    std::vector<std::string> command = {kLinker, "-shared", "--trace", "-o",
                                        folder / "trace.so"};
    command.insert(command.end(), words.begin(), words.end());
    std::istringstream said(runProcess(command, plainMessages()).output);
    std::vector<std::string> files;
    for (std::string file; std::getline(said, file);)
      files.push_back(file);
    return files;
  }

  // Objects of the user are a part of the program as they are.
  void readLibraries(std::set<std::string> &wanted) {
    for (const std::string &file : linkedFiles()) {
      if (isArchive(file)) {
        libraries.push_back({file, ArchiveMembers(file), {}});
        continue;
      }
      try {
        const ObjectSymbols symbols = symbolsOf(file);
        if (file.ends_with(".o"))
          addSymbols(symbols, wanted);
        else
          libraries.push_back({file, std::nullopt, symbols.strong});
      } catch (const Error &) {
        continue; // a linker script, which names others
      }
    }
  }

  // Adds the names that the symbols leave to others.
  void addSymbols(const ObjectSymbols &symbols, std::set<std::string> &wanted) {
    defined.insert(symbols.strong.begin(), symbols.strong.end());
    defined.insert(symbols.weak.begin(), symbols.weak.end());
    wanted.insert(symbols.undefined.begin(), symbols.undefined.end());
  }

  // Takes the members that define the names; returns what these want.
  std::set<std::string> takeLevel(const std::set<std::string> &names) {
    std::vector<Member> members;
    for (const std::string &name : names)
      for (const Library &library : libraries) {
        if (defined.contains(name) || library.defined.contains(name))
          break;
        if (!library.members)
          continue;
        if (const auto found = library.members->definerOf(name)) {
          defined.insert(name);
          addMember(*found, library.file, members);
        }
      }
    checkMembers(members);
    std::set<std::string> wanted;
    for (const Member &member : members)
      if (member.isTaken) {
        options.with.push_back(shortName(member.command.file));
        addSymbols(member.symbols, wanted);
        notes.details.push_back(
            fmt::format("'{}' of '{}' is a part of the program",
                        options.with.back(), member.name));
      }
    return wanted;
  }

  // Adds a member that can say what it was compiled from.
  void addMember(const ArchiveMember &found, const fs::path &archive,
                 std::vector<Member> &members) {
    Member member;
    member.name = found.name;
    member.archive = archive;
    member.object = folder / fmt::format("member-{}.o", memberCount++);
    writeFileAtomically(member.object, found.bytes);
    try {
      member.symbols = symbolsOf(member.object);
    } catch (const Error &) {
      return; // bitcode, maybe
    }
    defined.insert(member.symbols.strong.begin(), member.symbols.strong.end());
    if (member.symbols.isInstrumented) {
      const std::vector<BuiltUnit> units = readBuiltUnits(member.object);
      if (units.size() != 1)
        return;
      member.command = units.front().command;
    } else if (const auto origin = originOf(member.object)) {
      member.origin = *origin;
      member.command.directory = origin->directory;
      member.command.file = origin->file();
    }
    std::error_code error;
    const fs::path &source = member.command.file;
    if (!isSourceInC(source) || !fs::is_regular_file(source, error) ||
        member.symbols.strong.contains("main") || known.size() > kMostSources)
      return;
    byteSize += fs::file_size(source, error);
    if (byteSize <= kMostBytes && known.insert(source).second)
      members.push_back(std::move(member));
  }

  // Which of them are what their sources are with the user's flags?
  void checkMembers(std::vector<Member> &members) {
    struct Trial {
      size_t member;
      std::vector<std::string> compiler;
    };
    std::vector<Trial> trials;
    for (size_t i = 0; i < members.size(); ++i)
      if (members[i].isRecorded() || hasSameMeaning(members[i].origin.flags))
        for (const std::vector<std::string> &compiler :
             compilersOf(members[i].origin))
          trials.push_back({i, compiler});
    const auto objectOf = [&](size_t i) {
      return folder / fmt::format("trial-{}.o", i);
    };
    const auto start = [&](size_t i) {
      const Member &member = members[trials[i].member];
      if (member.isRecorded())
        return listParts(member.command, {"gcc", flags});
      std::vector<std::string> command = trials[i].compiler;
      command.insert(command.end(), {"-w", "-c", "-o", objectOf(i)});
      command.insert(command.end(), flags.begin(), flags.end());
      command.insert(command.end(), member.origin.flags.begin(),
                     member.origin.flags.end());
      command.push_back(member.origin.name);
      ProcessOptions environment = plainMessages();
      environment.directory = member.origin.directory;
      return std::make_unique<Process>(command, environment);
    };
    runSideBySide(
        trials.size(), start, [&](size_t i, const ProcessResult &ran) {
          Member &member = members[trials[i].member];
          member.isTaken |=
              member.isRecorded()
                  ? isCurrent(member, ran)
                  : ran.succeeded() && haveSameCode(member.object, objectOf(i));
        });
    for (const Member &member : members)
      if (!member.isTaken)
        others.push_back(member.name);
  }

  // Do flags that the user has not given change no meaning?
  bool hasSameMeaning(const std::vector<std::string> &recorded) const {
    const std::vector<std::string> given = meaningOf(flags);
    return std::ranges::all_of(meaningOf(recorded), [&](const auto &flag) {
      return std::ranges::find(given, flag) != given.end();
    });
  }

  // Of a member whose command is known.
  bool isCurrent(const Member &member, const ProcessResult &listed) const {
    if (meaningOf(sourceFlags(member.command).flags) != meaningOf(flags))
      return false;
    std::error_code error;
    const auto made = fs::last_write_time(member.archive, error);
    const std::vector<fs::path> parts = listedParts(listed, member.command);
    return !error && !parts.empty() &&
           std::ranges::none_of(parts, [&](const fs::path &part) {
             std::error_code bad;
             return fs::last_write_time(part, bad) > made || bad;
           });
  }

  RunOptions &options;
  const fs::path &folder;
  std::vector<std::string> flags; // of both compilers, for any working folder
  std::vector<Library> libraries;
  std::set<std::string> defined;
  std::set<fs::path> known;
  uintmax_t byteSize = 0;
  size_t memberCount = 0;
  std::vector<std::string> others; // members that are no part of the program
  ProjectNotes notes;
};

} // namespace

ProjectNotes addLinkedSources(RunOptions &options) {
  const std::vector<std::string> link = splitFlags(options.compilerFlags).link;
  // Of an archive that is linked as a whole, no member makes way for its
  // source.
  const auto isWhole = [](const std::string &word) {
    return word.find("-whole-archive") != std::string::npos;
  };
  if (link.empty() || std::ranges::any_of(link, isWhole))
    return {};
  const TemporaryFolder folder;
  return LinkedSources(options, folder.path()).add();
}

} // namespace coverme
