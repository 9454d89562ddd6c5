// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/Project.h"

#include "frontend/c/Compiler.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Linker.h"
#include "frontend/c/Symbols.h"
#include "project/BuildTools.h"
#include "project/Detached.h"
#include "project/ForeignLibraries.h"
#include "project/ObjectSymbols.h"
#include "project/SourceParts.h"
#include "support/Demangled.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/NearestName.h"
#include "support/PlainMessages.h"
#include "support/SideBySide.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <memory>
#include <ranges>
#include <tuple>

namespace coverme {

namespace fs = std::filesystem;

struct Project::Unit {
  CompileCommand command;
  SourceFlags flags;
  fs::path object;             // that can be linked; empty: none
  bool isTried = false;        // by compiling it here
  bool isFresh = false;        // the object that the build has made
  bool isInstrumented = false; // this one, by coverme-cc
  std::set<std::string> defined, undefined;
  std::set<std::string> promised; // by an object that cannot be linked here

  bool isProgram() const {
    return defined.contains("main") || defined.contains(kHiddenMain);
  }
};

namespace {

fs::path normal(const fs::path &path) {
  return fs::absolute(path).lexically_normal();
}

// What the source calls it: "area" of "shapes::Circle::area(double)".
std::string wordOf(const std::string &name) {
  std::string text = demangled(name);
  text.erase(std::min(text.find_first_of("(<"), text.size()));
  return text.substr(text.find_last_of(":~ ") + 1);
}

// Does the object define a function, or another thing, that goes by the name?
// An archive does not tell.
bool defines(const fs::path &object, const std::string &name) {
  try {
    return std::ranges::any_of(readSymbols(object), [&](const Symbol &each) {
      return each.isDefined && (each.name == name || wordOf(each.name) == name);
    });
  } catch (const Error &) {
    return false;
  }
}

// Is it a word of the text, as C has words?
bool isNamed(const std::string &text, const std::string &name) {
  const auto isPart = [&](size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
            text[at] == '_');
  };
  for (size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + 1))
    if ((at == 0 || !isPart(at - 1)) && !isPart(at + name.size()))
      return true;
  return false;
}

size_t commonParts(const fs::path &a, const fs::path &b) {
  const auto [end, other] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<size_t>(std::distance(a.begin(), end));
}

} // namespace

fs::path shortName(const fs::path &file) {
  const fs::path relative = file.lexically_relative(fs::current_path());
  return relative.empty() || *relative.begin() == ".." ? file : relative;
}

Project::Project(const fs::path &place)
    : database(isBuilt(place) ? place : compilationDatabase(place)) {
  const auto add = [&](const CompileCommand &command,
                       const std::set<std::string> &promised) {
    Unit &unit = units.emplace_back();
    unit.command = command;
    unit.flags = sourceFlags(command);
    unit.promised = promised;
  };
  if (isBuilt(place)) {
    built = readBuiltUnits(place);
    for (const BuiltUnit &unit : built)
      add(unit.command, unit.defined);
  } else {
    for (const CompileCommand &command : readCompileCommands(database))
      add(command, {});
  }
}

Project::~Project() = default;

std::vector<fs::path> Project::sources() const {
  std::vector<fs::path> files;
  std::set<fs::path> known;
  for (const Unit &unit : units)
    if (isSourceInC(unit.command.file) &&
        known.insert(unit.command.file).second)
      files.push_back(shortName(unit.command.file));
  return files;
}

fs::path Project::sourceOf(const std::string &function) const {
  std::vector<std::string> files, names;
  for (const BuiltUnit &unit : built)
    for (const std::string &name : unit.functions) {
      const std::string full = demangled(name);
      names.push_back(full);
      if (name != function && full != function &&
          full.substr(0, full.find('(')) != function &&
          wordOf(name) != function)
        continue;
      const std::string file = shortName(unit.command.file);
      if (std::find(files.begin(), files.end(), file) == files.end())
        files.push_back(file);
    }
  if (files.empty() && defines(database, function))
    fail(
        ExitCode::BadInput,
        "'{}' of '{}' was not built with coverme-cc, as other parts of it were",
        function, database.string());
  if (files.empty())
    fail(ExitCode::BadInput, "no function '{}' in '{}'{}", function,
         database.string(),
         suggestion(function, names, "; --list shows what is there"));
  if (files.size() > 1)
    fail(ExitCode::BadInput,
         "'{0}' is in {1} files of '{2}': {3}; choose one: coverme -p {2} {4} "
         "--entry {0}",
         function, files.size(), database.string(), fmt::join(files, ", "),
         files.front());
  if (!fs::exists(files.front()))
    fail(ExitCode::BadInput,
         "'{}', which '{}' of '{}' was compiled from, is not there",
         files.front(), function, database.string());
  return files.front();
}

std::vector<size_t> Project::findAll(const fs::path &source) const {
  std::vector<size_t> found;
  std::error_code error;
  const fs::path file = normal(source);
  for (size_t i = 0; i < units.size(); ++i)
    if (units[i].command.file == file ||
        (units[i].command.file.filename() == file.filename() &&
         fs::equivalent(units[i].command.file, file, error)))
      found.push_back(i);
  return found;
}

size_t Project::find(const fs::path &source) const {
  const std::vector<size_t> found = findAll(source);
  if (!found.empty())
    return found.front();
  const std::string place =
      fmt::format("{}'{}'", built.empty() ? "the compilation database " : "",
                  database.string());
  std::vector<std::string> names;
  for (const fs::path &known : sources()) {
    if (known.filename() == source.filename())
      fail(ExitCode::BadInput, "'{}' is not in {}; did you mean '{}'?",
           source.string(), place, known.string());
    names.push_back(known.string());
  }
  fail(ExitCode::BadInput, "'{}' is not in {}{}", source.string(), place,
       isSourceInC(source)
           ? suggestion(source.string(), names)
           : "; it has sources, and the functions of what they include");
}

std::optional<bool> Project::has(const fs::path &source,
                                 const std::regex &pattern) const {
  if (built.empty() || languageOf(source) != Language::C)
    return std::nullopt;
  const std::vector<size_t> found = findAll(source);
  return std::any_of(found.begin(), found.end(), [&](size_t unit) {
    const std::vector<std::string> &names = built[unit].functions;
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string &name) {
                         return std::regex_search(name, pattern);
                       });
  });
}

void Project::readBuilt() {
  if (isRead)
    return;
  isRead = true;
  for (size_t i = 0; i < units.size(); ++i)
    if (const auto symbols = builtSymbols(units[i].command)) {
      units[i].isInstrumented = symbols->isInstrumented;
      if (!symbols->isPlain) {
        units[i].promised = symbols->strong;
        continue;
      }
      units[i].object = units[i].command.output;
      units[i].undefined = symbols->undefined;
      units[i].defined = symbols->strong;
      for (const std::string &name : symbols->strong)
        strong[name].push_back(i);
      for (const std::string &name : symbols->weak)
        weak[name].push_back(i);
    }
}

void Project::build(const std::vector<size_t> &which) {
  const auto objectOf = [&](size_t unit) {
    return folder.path() / fmt::format("unit-{}.o", unit);
  };
  const auto start = [&](size_t i) {
    const Unit &unit = units[which[i]];
    const std::string known =
        knownCompiler(unit.flags.compiler, unit.command.directory);
    std::vector<std::string> command = {known.empty() ? "gcc" : known};
    command.insert(command.end(), unit.flags.flags.begin(),
                   unit.flags.flags.end());
    command.insert(command.end(),
                   {"-O1", "-w", "-fPIC", "-fno-lto",
                    fmt::format("-Dmain={}", kHiddenMain), "-c", "-o",
                    objectOf(which[i]), unit.command.file});
    ProcessOptions environment = plainMessages();
    environment.environment.push_back("TMPDIR=" + folder.path().string());
    return std::make_unique<Process>(command, environment);
  };
  runSideBySide(which.size(), start, [&](size_t i, const ProcessResult &ran) {
    Unit &unit = units[which[i]];
    unit.isTried = true;
    unit.isInstrumented = false;
    unit.object.clear();
    if (ran.succeeded()) {
      unit.object = objectOf(which[i]);
      const ObjectSymbols symbols = symbolsOf(unit.object);
      unit.undefined = symbols.undefined;
      unit.defined = symbols.strong;
      const auto add = [&](auto &index, const std::set<std::string> &names) {
        for (const std::string &name : names) {
          std::vector<size_t> &list = index[name];
          const auto place =
              std::lower_bound(list.begin(), list.end(), which[i]);
          if (place == list.end() || *place != which[i])
            list.insert(place, which[i]);
        }
      };
      add(strong, symbols.strong);
      add(weak, symbols.weak);
    }
  });
}

// Of several, one that is no program's main file: a project has programs that
// write parts of its sources, which have functions of the same names. Then the
// one that defines most of what is wanted, or else another may be chosen for
// the rest and define the name, too; then, as libraries and programs share
// sources, the one that is built nearest to ours.
std::optional<size_t> Project::definer(const std::string &name,
                                       const std::set<std::string> &wanted,
                                       const std::set<fs::path> &own,
                                       const fs::path &near) const {
  for (const auto *index : {&strong, &weak}) {
    const auto found = index->find(name);
    if (found == index->end())
      continue;
    std::optional<size_t> best;
    std::tuple<bool, ptrdiff_t, size_t> bestRank;
    for (const size_t i : found->second) {
      const Unit &unit = units[i];
      if (unit.object.empty() || own.contains(unit.command.file))
        continue;
      const auto gives = std::count_if(
          wanted.begin(), wanted.end(),
          [&](const std::string &each) { return unit.defined.contains(each); });
      const std::tuple rank(!unit.isProgram(), gives,
                            commonParts(unit.command.output, near));
      if (best && rank <= bestRank)
        continue;
      best = i;
      bestRank = rank;
    }
    if (best)
      return best;
  }
  return std::nullopt;
}

std::vector<size_t> Project::needed(std::set<std::string> open,
                                    std::set<std::string> defined,
                                    const std::set<fs::path> &own,
                                    const fs::path &near) const {
  std::set<size_t> chosen;
  while (!open.empty()) {
    const std::string name = *open.begin();
    open.erase(open.begin());
    if (!defined.insert(name).second)
      continue;
    const std::optional<size_t> unit = definer(name, open, own, near);
    if (!unit || !chosen.insert(*unit).second)
      continue;
    defined.insert(units[*unit].defined.begin(), units[*unit].defined.end());
    open.insert(units[*unit].undefined.begin(), units[*unit].undefined.end());
  }
  return {chosen.begin(), chosen.end()};
}

std::vector<size_t> Project::mayDefine(const std::set<std::string> &names,
                                       const std::set<fs::path> &own) const {
  std::vector<size_t> promising, likely, others;
  std::set<std::string> words;
  for (const std::string &name : names)
    words.insert(wordOf(name));
  for (size_t i = 0; i < units.size(); ++i) {
    const Unit &unit = units[i];
    std::error_code error;
    if (!unit.object.empty() || unit.isTried ||
        own.contains(unit.command.file) ||
        !fs::is_regular_file(unit.command.file, error))
      continue;
    if (std::any_of(names.begin(), names.end(), [&](const std::string &name) {
          return unit.promised.contains(name);
        })) {
      promising.push_back(i);
      continue;
    }
    const std::string text = readFile(unit.command.file);
    const bool isLikely =
        std::any_of(words.begin(), words.end(), [&](const std::string &word) {
          return isNamed(text, word);
        });
    (isLikely ? likely : others).push_back(i);
  }
  if (!promising.empty())
    return promising;
  // Templates and macros make names; but what a forgotten library
  // defines is not worth compiling a large project for.
  constexpr size_t kMostOthers = 50;
  const bool isCxx =
      std::any_of(names.begin(), names.end(), [](const std::string &name) {
        return name.starts_with("_Z");
      });
  if (likely.empty() && (isCxx || others.size() <= kMostOthers))
    return others;
  return likely;
}

// Those whose object is not of today's sources and flags: a library is newer
// than the flags, and so is what a database says where objects are newer than
// that, or what builds them says so.
std::vector<size_t> Project::stale(const std::vector<size_t> &chosen) {
  std::vector<size_t> unknown, found;
  for (const size_t i : chosen)
    if (!units[i].isTried && !units[i].isFresh)
      unknown.push_back(i);
  std::error_code error;
  const auto asked = fs::last_write_time(database, error);
  std::vector<size_t> doubtful; // of today's sources, and of whose flags?
  std::vector<CompileCommand> commands;
  runSideBySide(
      unknown.size(),
      [&](size_t i) {
        return listParts(units[unknown[i]].command, units[unknown[i]].flags);
      },
      [&](size_t i, const ProcessResult &ran) {
        Unit &unit = units[unknown[i]];
        std::error_code none;
        const auto made = fs::last_write_time(unit.command.output, none);
        const auto isOld = [&](const fs::path &part) {
          std::error_code bad;
          return fs::last_write_time(part, bad) > made || bad;
        };
        const std::vector<fs::path> parts = listedParts(ran, unit.command);
        const bool isCurrent = !error && !none && !parts.empty() &&
                               std::ranges::none_of(parts, isOld);
        unit.isFresh =
            isCurrent && (built.empty() ? asked <= made : made <= asked);
        if (isCurrent && !unit.isFresh && built.empty()) {
          doubtful.push_back(unknown[i]);
          commands.push_back(unit.command);
        }
      });
  std::vector<fs::path> objects;
  for (const Unit &unit : units)
    objects.push_back(unit.command.output);
  if (!doubtful.empty())
    for (const size_t i : commandsInForce(database, objects, commands))
      units[doubtful[i]].isFresh = true;
  std::ranges::copy_if(unknown, std::back_inserter(found),
                       [&](size_t i) { return !units[i].isFresh; });
  return found;
}

// Returns those that cannot be.
std::vector<size_t> Project::detach(const std::vector<size_t> &chosen) {
  std::vector<size_t> which, failed;
  for (const size_t i : chosen)
    if (units[i].isInstrumented)
      which.push_back(i);
  const auto copyOf = [&](size_t unit) {
    return folder.path() / fmt::format("detached-{}.o", unit);
  };
  runSideBySide(
      which.size(),
      [&](size_t i) {
        return std::make_unique<Process>(
            detachCommand(units[which[i]].object, copyOf(which[i])),
            plainMessages());
      },
      [&](size_t i, const ProcessResult &ran) {
        if (!ran.succeeded()) {
          failed.push_back(which[i]);
          return;
        }
        Unit &unit = units[which[i]];
        unit.object = copyOf(which[i]);
        unit.isInstrumented = false;
        isDetached = true;
      });
  return failed;
}

const std::vector<std::string> &Project::foreignLibraries() {
  if (!libraries)
    libraries = built.empty()
                    ? foreignLibrariesBelow(normal(database).parent_path())
                    : foreignLibrariesOf(database);
  return *libraries;
}

ProjectNotes Project::choices(const std::set<std::string> &names,
                              const std::vector<size_t> &chosen) const {
  ProjectNotes notes;
  for (const std::string &name : names) {
    const auto found = strong.find(name);
    if (found == strong.end())
      continue;
    fs::path linked;
    std::set<fs::path> others;
    for (const size_t i : found->second)
      if (std::ranges::binary_search(chosen, i))
        linked = units[i].command.file;
      else if (!units[i].isProgram())
        others.insert(units[i].command.file);
    others.erase(linked);
    if (!linked.empty() && !others.empty())
      notes.notes.push_back(fmt::format(
          "'{}' is linked from '{}'; '{}' defines it, too", name,
          shortName(linked).string(), shortName(*others.begin()).string()));
  }
  return notes;
}

ProjectNotes Project::linkNear(RunOptions &options, const fs::path &near) {
  std::set<fs::path> own;
  for (const fs::path &source : options.sources())
    own.insert(normal(source));
  std::set<std::string> undefined,
      defined(options.inputs.stubs.begin(), options.inputs.stubs.end());
  const std::vector<fs::path> objects =
      compilePlain(options, folder.path() / fmt::format("own-{}", runs++));
  for (const fs::path &object : objects) {
    const ObjectSymbols symbols = symbolsOf(object);
    undefined.insert(symbols.undefined.begin(), symbols.undefined.end());
    defined.insert(symbols.strong.begin(), symbols.strong.end());
    defined.insert(symbols.weak.begin(), symbols.weak.end());
  }
  std::erase_if(undefined, [&](const std::string &name) {
    return defined.contains(name);
  });
  readBuilt();
  const std::vector<std::string> flags = options.projectFlags;
  bool withLibraries = false;
  // Each turn compiles some or takes the libraries, or is the last one.
  for (;;) {
    options.projectFlags = flags;
    bool hasCxx = false;
    const std::vector<size_t> chosen = needed(undefined, defined, own, near);
    if (const std::vector<size_t> old = stale(chosen); !old.empty()) {
      build(old);
      continue;
    }
    if (const std::vector<size_t> bad = detach(chosen); !bad.empty()) {
      build(bad);
      continue;
    }
    for (const size_t i : chosen) {
      options.projectFlags.push_back(units[i].object);
      hasCxx |= languageOf(units[i].command.file) == Language::Cxx;
    }
    if (isDetached)
      options.projectFlags.push_back(detachedRuntime());
    if (hasCxx)
      options.projectFlags.emplace_back("-lstdc++");
    if (withLibraries) {
      options.projectFlags.emplace_back("-Wl,--as-needed");
      options.projectFlags.insert(options.projectFlags.end(),
                                  foreignLibraries().begin(),
                                  foreignLibraries().end());
    }
    std::vector<size_t> next;
    try {
      linkInstrumented(objects, options, folder.path() / "trial.so");
      return choices(undefined, chosen);
    } catch (const LinkError &error) {
      for (const size_t i : chosen)
        if (error.fixed.contains(units[i].object) && !units[i].isTried)
          next.push_back(i);
      std::set<std::string> missing = error.undefined;
      for (const std::string &stub : options.inputs.stubs)
        missing.erase(stub);
      if (next.empty() && !missing.empty())
        next = mayDefine(missing, own);
    }
    // Whoever links it in earnest says what is missing.
    if (next.empty() && withLibraries)
      return choices(undefined, chosen);
    withLibraries |= next.empty();
    build(next);
  }
}

// The sources of what the file's functions call, and these in turn, nearest
// first. All that is compiled of a source costs time, so only little is taken.
void Project::addCallees(RunOptions &options, size_t index) const {
  constexpr size_t kMostFiles = 30, kMostBytes = size_t{512} * 1024;
  std::map<std::string, size_t> definer;
  for (size_t i = 0; i < built.size(); ++i)
    for (const std::string &name : built[i].defined)
      definer.emplace(name, i);
  std::set<fs::path> known;
  for (const fs::path &source : options.sources())
    known.insert(normal(source));
  size_t byteSize = 0;
  std::set<size_t> taken = {index};
  const auto take = [&](size_t i) {
    const Unit &unit = units[i];
    std::error_code error;
    if (taken.contains(i))
      return true;
    if (unit.flags.flags != units[index].flags.flags ||
        built[i].defined.contains("main") ||
        !fs::exists(unit.command.file, error) || taken.size() > kMostFiles ||
        byteSize + built[i].byteSize > kMostBytes)
      return false;
    byteSize += built[i].byteSize;
    if (known.insert(unit.command.file).second)
      options.with.push_back(shortName(unit.command.file));
    taken.insert(i);
    return true;
  };
  struct Definition {
    size_t unit;
    std::string name;
    auto operator<=>(const Definition &) const = default;
  };
  std::vector<Definition> queue;
  for (const std::string &name : built[index].functions)
    queue.push_back({index, name});
  std::set<Definition> seen(queue.begin(), queue.end());
  for (size_t at = 0; at < queue.size(); ++at) {
    const size_t unit = queue[at].unit;
    const auto named = built[unit].named.find(queue[at].name);
    if (named == built[unit].named.end())
      continue;
    for (const std::string &name : named->second) {
      size_t owner = unit;
      if (!built[unit].named.contains(name)) {
        const auto found = definer.find(name);
        if (found == definer.end())
          continue;
        owner = found->second;
      }
      if (const Definition next{owner, name}; seen.insert(next).second)
        if (take(owner))
          queue.push_back(next);
    }
  }
}

// Words for programs behind clang are none of gcc's.
static void moveClangsOwn(RunOptions &options) {
  std::vector<std::string> &flags = options.projectFlags, shared;
  for (size_t at = 0; at < flags.size(); ++at)
    if ((flags[at] == "-Xclang" || flags[at] == "-mllvm") &&
        at + 1 < flags.size()) {
      options.clangFlags.insert(options.clangFlags.end(),
                                {flags[at], flags[at + 1]});
      ++at;
    } else {
      shared.push_back(flags[at]);
    }
  flags = shared;
}

ProjectNotes Project::setFlags(RunOptions &options, bool setsCompiler) const {
  ProjectNotes notes;
  const Unit &unit = units[find(options.source)];
  if (const size_t times = findAll(options.source).size(); times > 1)
    notes.notes.push_back(
        fmt::format("'{}' is {} times in the compilation database; the first "
                    "command counts",
                    options.source.string(), times));
  if (!built.empty() && !fs::exists(options.source))
    fail(ExitCode::BadInput, "'{}', which '{}' was compiled from, is not there",
         options.source.string(), database.string());
  options.projectFlags = unit.flags.flags;
  for (const std::string &flag : dropUnknown(options.projectFlags))
    notes.details.push_back(fmt::format("clang does not know '{}' of '{}'",
                                        flag, options.source.string()));
  if (setsCompiler) {
    options.gcovCompiler =
        knownCompiler(unit.flags.compiler, unit.command.directory);
    if (options.gcovCompiler.empty()) {
      options.gcovCompiler = "gcc";
      notes.notes.push_back(
          fmt::format("'{}', which compiles '{}', is no gcc or clang that is "
                      "here; gcc compiles the replay",
                      unit.flags.compiler, options.source.string()));
    }
    if (options.gcovCompiler.find("clang") == std::string::npos)
      moveClangsOwn(options);
  }
  return notes;
}

ProjectNotes Project::link(RunOptions &options) {
  const size_t index = find(options.source);
  if (!built.empty())
    addCallees(options, index);
  return linkNear(options, units[index].command.output);
}

ProjectNotes Project::apply(RunOptions &options, bool setsCompiler) {
  ProjectNotes notes = setFlags(options, setsCompiler);
  const ProjectNotes linked = link(options);
  notes.notes.insert(notes.notes.end(), linked.notes.begin(),
                     linked.notes.end());
  return notes;
}

} // namespace coverme
