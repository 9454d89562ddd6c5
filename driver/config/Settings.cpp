// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "config/Settings.h"

#include "options/OptionValues.h"
#include "project/CompileCommands.h"
#include "support/Error.h"
#include "support/Pattern.h"

#include <algorithm>
#include <set>
#include <type_traits>
#include <utility>

namespace coverme {
namespace {

namespace fs = std::filesystem;

constexpr const char *kFileName = "coverme.toml";
constexpr const char *kFlags = "flags", *kLink = "link", *kWith = "with",
                     *kBaseline = "baseline";

std::string keyOf(const Option &option) {
  const std::string flag = option.flag;
  return flag.substr(flag.find_first_not_of('-'));
}

fs::path normal(const fs::path &path) {
  std::error_code error; // IR may have functions of no file
  return fs::absolute(path, error).lexically_normal();
}

fs::path absoluteIn(const fs::path &folder, const fs::path &path) {
  return (folder / path).lexically_normal();
}

std::vector<std::string> keysOf(OptionUse use,
                                std::vector<std::string> others) {
  CommandLine line;
  for (const Option &option : optionTable(line))
    if ((option.uses & use) != 0)
      others.push_back(keyOf(option));
  return others;
}

// Gives an option the value that a table has.
struct Setter {
  const TomlTable &table;
  const Option &option;
  const std::string key;
  const fs::path &folder; // that relative paths begin in

  void operator()(const Switch &value) const {
    *value.target = *table.boolean(key) == value.given;
  }
  template <class T> void operator()(const Number<T> &value) const {
    T given{};
    bool isOne = true;
    if constexpr (std::is_integral_v<T>) {
      const int64_t whole = *table.integer(key);
      given = static_cast<T>(whole);
      isOne = std::cmp_equal(given, whole);
    } else {
      given = *table.number(key);
    }
    if (!isOne || !isInRange(value, given))
      table.failAt(key, fmt::format("'{}' wants {}", key, rangeOf(value)));
    *value.target = given * value.unit;
  }
  void operator()(const Choice &value) const {
    const std::string given = *table.text(key);
    check("value", given, value.names);
    value.set(given);
  }
  void operator()(const Names &value) const {
    const std::vector<std::string> given = *table.texts(key);
    for (const std::string &name : given)
      check(value.noun, name, value.names);
    value.set(given);
  }
  void operator()(const Text &value) const {
    *value.target = key == kBaseline
                        ? absoluteIn(folder, *table.text(key)).string()
                        : *table.text(key);
  }
  void operator()(const Folder &value) const {
    *value.target = absoluteIn(folder, *table.text(key));
    std::error_code error;
    if (!fs::is_directory(*value.target, error))
      table.failAt(key, fmt::format("'{}': '{}' is no folder", key,
                                    value.target->string()));
  }
  // Behind what is there.
  void operator()(const Texts &value) const {
    std::vector<std::string> texts = *table.texts(key);
    for (std::string &text : texts) {
      if (key == kWith) {
        text = absoluteIn(folder, text).string();
        std::error_code error;
        if (!fs::exists(text, error))
          table.failAt(key,
                       fmt::format("'{}': there is no file '{}'", key, text));
      }
      value.target->push_back(std::move(text));
    }
  }
  void operator()(const NamedTexts &value) const {
    const std::vector<std::string> texts = *table.texts(key);
    for (const std::string &given : texts) {
      std::optional<NamedText> text = namedTextOf(given);
      if (!text)
        table.failAt(key, fmt::format("'{}' is not of the form {}", given,
                                      option.shape));
      value.target->push_back(std::move(*text));
    }
  }

private:
  void check(const char *noun, const std::string &given,
             const std::vector<std::string> &names) const {
    const std::string complaint = complaintAbout(given, noun, names);
    if (!complaint.empty())
      table.failAt(key, fmt::format("'{}': {}", key, complaint));
  }
};

// Gives an option the value that holds: the command line's, which it has, over
// those of tables, the weakest of which is the first. Says where it is from.
struct Merger {
  const std::vector<const TomlTable *> &tables;
  const Option &option;
  const bool isGiven;
  const fs::path &folder;
  const std::string key = keyOf(option);

  std::vector<std::string> operator()(const Texts &value) const {
    return join(*value.target, value);
  }
  // The last one of a name counts.
  std::vector<std::string> operator()(const NamedTexts &value) const {
    std::vector<std::string> origins = join(*value.target, value);
    std::vector<NamedText> &all = *value.target;
    for (size_t i = all.size(); i-- > 0;)
      for (size_t j = i; j-- > 0;)
        if (all[j].name == all[i].name && origins[j] != origins[i]) {
          all.erase(all.begin() + static_cast<ptrdiff_t>(j));
          origins.erase(origins.begin() + static_cast<ptrdiff_t>(j));
          --i;
        }
    return origins;
  }
  template <class T> std::vector<std::string> operator()(const T &value) const {
    if (isGiven)
      return {"command line"};
    std::vector<std::string> origin = {"default"};
    for (const TomlTable *table : tables)
      if (table->has(key)) {
        Setter{*table, option, key, folder}(value);
        origin = {table->placeOf(key)};
      }
    return origin;
  }

private:
  template <class Element, class Value>
  std::vector<std::string> join(std::vector<Element> &all,
                                const Value &value) const {
    const std::vector<Element> own = std::move(all);
    all.clear();
    std::vector<std::string> origins;
    for (const TomlTable *table : tables)
      if (table->has(key)) {
        Setter{*table, option, key, folder}(value);
        origins.resize(all.size(), table->placeOf(key));
      }
    all.insert(all.end(), own.begin(), own.end());
    origins.resize(all.size(), "command line");
    return origins;
  }
};

std::string required(const TomlTable &table, const std::string &key,
                     const char *what) {
  const std::optional<std::string> text = table.text(key);
  if (!text)
    table.failAt(key, fmt::format("{} needs '{}'", what, key));
  if (text->empty())
    table.failAt(key, fmt::format("'{}' is empty", key));
  return *text;
}

// A bracket that nothing closes would be one in the name; only that of C++'s
// operator is.
void checkPattern(const TomlTable &table, const std::string &key) {
  const std::string text = table.text(key).value_or("");
  for (size_t open = text.find('['); open != std::string::npos;
       open = text.find('[', open + 1)) {
    if (text.substr(0, open).ends_with("operator"))
      continue;
    open = text.find(']', open + 2); // `[]a]` has one in it
    if (open == std::string::npos)
      table.failAt(key, fmt::format("'{}': a '[' is not closed", key));
  }
}

// The pattern of a finding begins with its kind, or with a part of it ahead of
// what stands for anything.
void checkFinding(const TomlTable &table, const std::string &pattern) {
  const size_t end = std::min(pattern.find_first_of(":*?["), pattern.size());
  const std::string start = pattern.substr(0, end);
  const std::vector<std::string> kinds = findingKinds();
  const bool isWhole = end == pattern.size() || pattern[end] == ':';
  const bool isKnown = std::ranges::any_of(kinds, [&](const auto &kind) {
    return isWhole ? kind == start : kind.starts_with(start);
  });
  if (!isKnown)
    table.failAt("finding", fmt::format("'finding': {}",
                                        complaintAbout(start, "kind", kinds)));
}

// A file is not a part of the program twice.
void dropSources(const RunOptions &given, std::vector<std::string> &with,
                 std::vector<std::string> &origins) {
  std::set<fs::path> known = {normal(given.source)};
  for (const std::string &other : given.others)
    known.insert(normal(other));
  for (size_t i = 0; i < with.size();)
    if (known.insert(normal(with[i])).second) {
      ++i;
    } else {
      with.erase(with.begin() + static_cast<ptrdiff_t>(i));
      origins.erase(origins.begin() + static_cast<ptrdiff_t>(i));
    }
}

bool matchesName(const std::string &pattern, const Function &function) {
  return matchesGlob(pattern, function.label()) ||
         matchesGlob(pattern, function.name);
}

} // namespace

std::optional<fs::path> findSettings(const std::vector<fs::path> &sources) {
  if (sources.empty())
    return std::nullopt;
  fs::path folder = normal(sources.front()).parent_path();
  const auto hasAll = [&] {
    return std::all_of(
        sources.begin(), sources.end(), [&](const fs::path &source) {
          const fs::path below = normal(source).lexically_relative(folder);
          return !below.empty() && *below.begin() != "..";
        });
  };
  while (!hasAll())
    folder = folder.parent_path();
  for (;; folder = folder.parent_path()) {
    std::error_code error; // one that cannot be seen is not there
    const fs::path path = folder / kFileName;
    if (fs::is_regular_file(path, error))
      return path;
    if (fs::exists(fs::symlink_status(path, error)))
      fail(ExitCode::BadInput, "'{}' is no file; --no-config does without it",
           path.string());
    if (folder == folder.parent_path())
      return std::nullopt;
  }
}

Settings::Settings(const fs::path &path) : file(normal(path)) {
  root.emplace(file);
  root->requireKeys(keysOf(kOfFile, {kFlags, kLink, "function", "accept"}));
  const std::vector<std::string> keys =
      keysOf(kOfFunction, {"match", "file", "skip"});
  for (const TomlTable &table : root->tables("function")) {
    for (const std::string &key : keysOf(kOfFile, {kFlags, kLink}))
      if (table.has(key) && std::ranges::count(keys, key) == 0)
        table.failAt(key, fmt::format("'{}' is of all functions, and stands "
                                      "ahead of the first [[function]]",
                                      key));
    table.requireKeys(keys);
    if (table.text("skip") == "")
      table.failAt("skip", "'skip' wants a reason");
    for (const char *key : {"match", "file"})
      checkPattern(table, key);
    parts.push_back({required(table, "match", "[[function]]"),
                     table.text("file").value_or(""), table});
  }
  for (const TomlTable &table : root->tables("accept")) {
    table.requireKeys({"function", "finding", "reason", "until"});
    accepts.push_back({table.text("function").value_or("*"),
                       required(table, "finding", "[[accept]]"),
                       required(table, "reason", "[[accept]]"),
                       table.date("until").value_or(""), table.place()});
    checkFinding(table, accepts.back().finding);
  }
  // Whatever is wrong with a value is said now, whether it is used or not.
  std::vector<const TomlTable *> tables = {&*root};
  for (const Part &part : parts)
    tables.push_back(&part.table);
  CommandLine line;
  for (const Option &option : optionTable(line))
    if ((option.uses & kOfFile) != 0)
      std::visit(
          [&](const auto &value) {
            Merger{tables, option, false, file.parent_path()}(value);
          },
          option.value);
  root->texts(kFlags);
  root->texts(kLink);
}

bool Settings::isAbout(const Part &part, const Function &function) const {
  return matchesName(part.match, function) &&
         (part.file.empty() ||
          matchesGlob(part.file, normal(function.file)
                                     .lexically_relative(file.parent_path())
                                     .string()));
}

std::vector<const TomlTable *>
Settings::tablesFor(const Function *function) const {
  std::vector<const TomlTable *> tables;
  if (root)
    tables.push_back(&*root);
  for (const Part &part : parts)
    if (function != nullptr && isAbout(part, *function))
      tables.push_back(&part.table);
  return tables;
}

bool Settings::isOfSeveral(const TomlTable &table) const {
  return std::ranges::none_of(parts, [&](const Part &part) {
    return &part.table == &table &&
           part.match.find_first_of("*?[") == std::string::npos;
  });
}

void Settings::addSaid(const Option &option,
                       const std::vector<std::string> &origins,
                       const std::vector<const TomlTable *> &tables,
                       std::vector<SaidInFile> &said) const {
  std::vector<std::string> names;
  if (const auto *texts = std::get_if<Texts>(&option.value))
    names = *texts->target;
  else if (const auto *named = std::get_if<NamedTexts>(&option.value))
    for (const NamedText &text : *named->target)
      names.push_back(text.name);
  for (size_t i = 0; i < names.size(); ++i)
    for (const TomlTable *table : tables)
      if (table->has(keyOf(option)) &&
          table->placeOf(keyOf(option)) == origins[i])
        said.push_back(
            {option.flag, names[i], origins[i], isOfSeveral(*table)});
}

CommandLine Settings::applied(const CommandLine &given,
                              const Function *function,
                              Origins *origins) const {
  CommandLine line = given;
  line.run.config = file;
  line.run.accepted = accepts;
  const std::vector<const TomlTable *> tables = tablesFor(function);
  const fs::path folder = file.parent_path();
  for (const Option &option : optionTable(line)) {
    if ((option.uses & kOfFile) == 0)
      continue;
    std::vector<std::string> from = std::visit(
        Merger{tables, option, given.given.contains(option.flag), folder},
        option.value);
    const bool isSaid =
        std::any_of(tables.begin(), tables.end(), [&](const TomlTable *table) {
          return table->has(keyOf(option));
        });
    if (option.group == OptionGroup::Inputs)
      addSaid(option, from, tables, line.run.inputs.saidInFile);
    if (option.flag == std::string("--gcov-cc"))
      line.namesCompiler |= isSaid;
    if (option.flag == std::string("--max-ulp") && isSaid &&
        line.run.oracle.isAsked())
      line.run.oracle.mostUlps = line.emit.maxUlp;
    if (keyOf(option) == kWith)
      dropSources(given.run, line.run.with, from);
    if (origins != nullptr)
      (*origins)[keyOf(option)] = std::move(from);
  }
  if (!root) {
    if (origins != nullptr)
      (*origins)[kFlags].assign(line.run.compilerFlags.size(), "command line");
    return line;
  }
  const auto flagsOf = [&](const char *key) {
    return compilationFlags(absoluteFlags(
        root->texts(key).value_or(std::vector<std::string>()), folder));
  };
  const std::vector<std::string> flags = flagsOf(kFlags), link = flagsOf(kLink);
  std::vector<std::string> &all = line.run.compilerFlags;
  all.insert(all.begin(), flags.begin(), flags.end());
  all.insert(all.end(), link.begin(), link.end());
  if (origins != nullptr) {
    std::vector<std::string> &from = (*origins)[kFlags];
    from.assign(all.size(), "command line");
    std::fill_n(from.begin(), flags.size(), root->placeOf(kFlags));
    std::fill_n(from.rbegin(), link.size(), root->placeOf(kLink));
  }
  return line;
}

void Settings::narrow(const CommandLine &given, const Function &function,
                      RunOptions &run) const {
  const RunOptions own = applied(given, &function).run;
  run.oracle.mostUlps = own.oracle.mostUlps;
  const fs::path directory = run.search.directory;
  run.inputs = own.inputs;
  run.search = own.search;
  run.search.directory = directory;
  run.sanitizers = own.sanitizers;
}

std::vector<AcceptedFindings> Settings::dropOutdated(const std::string &today) {
  const auto old = std::stable_partition(
      accepts.begin(), accepts.end(), [&](const AcceptedFindings &each) {
        return each.until.empty() || each.until >= today;
      });
  std::vector<AcceptedFindings> dropped(old, accepts.end());
  accepts.erase(old, accepts.end());
  return dropped;
}

std::string Settings::whySkipped(const Function &function) const {
  std::string reason;
  for (const Part &part : parts)
    if (isAbout(part, function))
      reason = part.table.text("skip").value_or(reason);
  return reason;
}

std::vector<std::string>
Settings::unmatched(const std::vector<const Program *> &programs) const {
  std::vector<std::string> lines;
  const auto check = [&](const std::string &pattern, const std::string &place,
                         const auto &matches) {
    if (std::ranges::none_of(programs, [&](const Program *program) {
          return std::ranges::any_of(program->functions, matches);
        }))
      lines.push_back(
          fmt::format("{}: '{}' matches no function", place, pattern));
  };
  for (const Part &part : parts)
    check(part.match, part.table.placeOf("match"),
          [&](const Function &function) { return isAbout(part, function); });
  for (const AcceptedFindings &each : accepts)
    check(each.function, each.place, [&](const Function &function) {
      return matchesName(each.function, function);
    });
  return lines;
}

void acceptFindings(const std::vector<AcceptedFindings> &accepted,
                    const Function &function,
                    std::vector<FindingReport> &findings) {
  for (FindingReport &finding : findings)
    for (const AcceptedFindings &each : accepted)
      if (matchesName(each.function, function) &&
          (matchesGlob(each.finding, finding.kind) ||
           matchesGlob(each.finding,
                       fmt::format("{}: {}", finding.kind, finding.detail))))
        finding.accepted = each.reason;
}

} // namespace coverme
