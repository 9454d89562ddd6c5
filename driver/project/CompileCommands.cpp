// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/CompileCommands.h"

#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/PlainMessages.h"
#include "support/Subprocess.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <regex>
#include <set>
#include <span>

namespace coverme {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<std::string> shellWords(const std::string &command) {
  std::vector<std::string> words;
  bool isInWord = false;
  char quote = 0;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == 0 && isBlank) {
      isInWord = false;
      continue;
    }
    if (!isInWord) {
      words.emplace_back();
      isInWord = true;
    }
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      // Between double quotes a backslash protects few characters.
      const char next = command[i + 1];
      if (quote == '"' && next != '"' && next != '\\' && next != '$' &&
          next != '`')
        words.back() += c;
      words.back() += next;
      ++i;
    } else {
      words.back() += c;
    }
  }
  return words;
}

namespace {

constexpr const char *kName = "compile_commands.json";

fs::path absoluteIn(const fs::path &directory, const fs::path &path) {
  return (directory / path).lexically_normal();
}

// "LINE:COLUMN" of a byte.
std::string placeOf(const std::string &text, size_t byte) {
  const size_t end = std::min(byte, text.size());
  const auto lines = std::count(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const size_t start = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
  return fmt::format("{}:{}", lines + 1, end - start + 1);
}

// Throws Json::exception for what is no command.
CompileCommand commandOf(const Json &entry, const fs::path &folder) {
  CompileCommand command;
  command.directory =
      absoluteIn(folder, entry.at("directory").get<std::string>());
  command.file =
      absoluteIn(command.directory, entry.at("file").get<std::string>());
  if (const auto words = entry.find("arguments"); words != entry.end())
    command.arguments = words->get<std::vector<std::string>>();
  else
    command.arguments = shellWords(entry.at("command").get<std::string>());
  if (const auto output = entry.find("output"); output != entry.end())
    command.output = absoluteIn(command.directory, output->get<std::string>());
  else
    command.output = outputOf(command);
  return command;
}

// Does it make a precompiled header, which is no part of any program?
bool makesHeader(const CompileCommand &command) {
  const std::vector<std::string> &words = command.arguments;
  for (size_t at = 0; at < words.size(); ++at)
    if (words[at] == "-emit-pch" || words[at] == "-xc-header" ||
        words[at] == "-xc++-header" ||
        (words[at] == "-x" && at + 1 < words.size() &&
         words[at + 1].ends_with("-header")))
      return true;
  return false;
}

} // namespace

fs::path outputOf(const CompileCommand &command) {
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const std::string &word = command.arguments[i];
    if (!word.starts_with("-o"))
      continue;
    if (word.size() > 2)
      return absoluteIn(command.directory, word.substr(2));
    if (i + 1 < command.arguments.size())
      return absoluteIn(command.directory, command.arguments[i + 1]);
  }
  return {};
}

fs::path compilationDatabase(const fs::path &place) {
  std::error_code error;
  const fs::path path = fs::is_directory(place, error) ? place / kName : place;
  if (!fs::exists(place, error))
    fail(ExitCode::BadInput, "'{}' is not there", place.string());
  if (!fs::exists(path, error))
    fail(ExitCode::BadInput,
         "no {} in '{}'; CMake writes one with "
         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, Meson always, and of make "
         "'bear -- make' does",
         kName, place.string());
  return path;
}

std::vector<CompileCommand> readCompileCommands(const fs::path &path) {
  const std::string text = readFile(path);
  Json entries;
  try {
    entries = Json::parse(text);
  } catch (const Json::parse_error &wrong) {
    fail(ExitCode::BadInput, "'{}' is not JSON, at {}", path.string(),
         placeOf(text, wrong.byte == 0 ? 0 : wrong.byte - 1));
  }
  if (!entries.is_array())
    fail(ExitCode::BadInput, "'{}' is no list of commands", path.string());
  const fs::path folder = fs::absolute(path).parent_path();
  std::vector<CompileCommand> commands;
  for (const Json &entry : entries)
    try {
      if (CompileCommand command = commandOf(entry, folder);
          !makesHeader(command))
        commands.push_back(std::move(command));
    } catch (const Json::exception &) {
      fail(ExitCode::BadInput,
           "command {} of '{}' has no directory, file, and command or "
           "arguments",
           &entry - &entries[0] + 1, path.string());
    }
  if (commands.empty())
    fail(ExitCode::BadInput, "'{}' has no commands", path.string());
  return commands;
}

namespace {

bool startsWithAny(const std::string &flag,
                   std::span<const char *const> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](const char *start) {
    return flag.starts_with(start);
  });
}

// What a build counts and checks, and other names for its files.
bool isInstrumentation(const std::string &flag) {
  static const std::set<std::string, std::less<>> words = {
      "--coverage", "-coverage", "-ftest-coverage", "-pg", "-p"};
  static constexpr std::array kStarts = {
      "-fprofile-",          "-fcoverage-",
      "-fsanitize",          "-fno-sanitize",
      "-fdebug-prefix-map=", "-ffile-prefix-map=",
      "-fmacro-prefix-map=", "-fdebug-compilation-dir="};
  return words.contains(flag) || startsWithAny(flag, kStarts);
}

// What the compiler is to make, and where.
bool isAboutOutput(const std::string &flag) {
  static const std::set<std::string, std::less<>> words = {
      "-c",  "-S",   "-E",  "-M",  "-MM",
      "-MD", "-MMD", "-MP", "-MG", "-fsyntax-only"};
  static constexpr std::array kStarts = {"-o",  "-MF",         "-MT",   "-MQ",
                                         "-MJ", "-save-temps", "-Wp,-M"};
  return words.contains(flag) || startsWithAny(flag, kStarts);
}

// Flags of the build's own that are of no use here: what they make, and whether
// objects can be moved (ours can).
bool isDropped(const std::string &flag) {
  static const std::set<std::string, std::less<>> words = {
      "-pipe",
      "-fPIC",
      "-fpic",
      "-fPIE",
      "-fpie",
      "-fno-pic",
      "-fno-PIC",
      "-fno-pie",
      "-fno-PIE",
      "-static",
      "-shared",
      "-pie",
      "-no-pie",
      "-rdynamic",
      "-v",
      "-H",
      "-s",
      "-fno-discard-value-names",
      "-fwhole-program"};
  static constexpr std::array kStarts = {"-O",
                                         "-g",
                                         "-l",
                                         "-L",
                                         "-flto",
                                         "-fno-lto",
                                         "-fdiagnostics-",
                                         "-fcolor-diagnostics",
                                         "-fno-color-diagnostics",
                                         "-fplugin",
                                         "-fpass-plugin",
                                         "--start-no-unused-",
                                         "--end-no-unused-",
                                         "--driver-mode=",
                                         "-Wl,",
                                         "-Wp,-D_FORTIFY_SOURCE",
                                         "-D_FORTIFY_SOURCE",
                                         "--param="};
  return asksForWarnings(flag) || isInstrumentation(flag) ||
         (flag.starts_with("--config=") && flag.ends_with("/coverme.cfg")) ||
         isAboutOutput(flag) || words.contains(flag) ||
         startsWithAny(flag, kStarts);
}

// The words behind these are theirs.
bool dropsNext(const std::string &flag) {
  static const std::set<std::string, std::less<>> words = {
      "-o",
      "-MF",
      "-MT",
      "-MQ",
      "-MJ",
      "-l",
      "-L",
      "-dumpbase",
      "-dumpbase-ext",
      "-dumpdir",
      "--param",
      "-aux-info",
      "-Xlinker",
      "--serialize-diagnostics",
      "-z",
      "-T",
      "-arch", // what runs here is for this machine
      "-u",
      "-include-pch"};
  return words.contains(flag);
}

bool keepsNext(const std::string &flag) {
  static const std::set<std::string, std::less<>> words = {
      "-D",
      "-U",
      "-x",
      "-Xassembler",
      "-Xclang",
      "-Xpreprocessor",
      "-mllvm",
      "-target",
      "-iprefix",
      "-iwithprefix",
      "-iwithprefixbefore"};
  return words.contains(flag);
}

constexpr std::array kFolderFlags = {
    "-I",       "-L",       "-isystem",  "-iquote",    "-idirafter",
    "-imacros", "-include", "-isysroot", "--sysroot=", "--sysroot"};

// Of "-include", a name may also be looked for as in an #include.
std::string pathFor(const std::string &flag, const std::string &path,
                    const fs::path &directory) {
  const fs::path whole = absoluteIn(directory, path);
  std::error_code error;
  const bool isFile = flag == "-include" || flag == "-imacros";
  return isFile && !fs::exists(whole, error) ? path : whole.string();
}

// The one of kFolderFlags that the word is or begins with; empty: none.
std::string folderFlagOf(const std::string &word) {
  const auto flag =
      std::find_if(kFolderFlags.begin(), kFolderFlags.end(),
                   [&](const char *each) { return word.starts_with(each); });
  return flag == kFolderFlags.end() ? "" : *flag;
}

bool isLauncher(const fs::path &program) {
  static const std::set<std::string, std::less<>> names = {
      "ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache"};
  return names.contains(program.filename().string());
}

// "@FILE" stands for the words in it, of which some may be such again. Names
// are those that the compiler sees from its working folder.
std::vector<std::string> expanded(const std::vector<std::string> &words,
                                  const fs::path &directory, int depth = 0) {
  constexpr int kMostDepth = 32; // a file may name itself
  std::vector<std::string> result;
  for (const std::string &word : words) {
    const fs::path file = word.starts_with('@') && depth < kMostDepth
                              ? absoluteIn(directory, word.substr(1))
                              : fs::path();
    std::error_code error;
    if (!file.empty() && fs::is_regular_file(file, error))
      std::ranges::move(
          expanded(shellWords(readFile(file)), directory, depth + 1),
          std::back_inserter(result));
    else
      result.push_back(word);
  }
  return result;
}

// Is it a compiler that takes what is named like C for C++, unless it is told?
bool takesCForCxx(const std::string &compiler) {
  static const std::regex pattern(R"(.*\+\+(-[0-9.]+)?)");
  return std::regex_match(fs::path(compiler).filename().string(), pattern);
}

constexpr std::string_view kOursBegin = "--start-no-unused-arguments",
                           kOursEnd = "--end-no-unused-arguments";

// coverme-cc calls clang, which is what a build's recorder sees of it. The name
// of the compiler in whose place it is; empty for a command of others.
std::string replacedBy(std::span<const std::string> words) {
  const auto end = std::ranges::find(words, kOursEnd);
  const bool isOurs = words.size() > 3 && words[2] == kOursBegin &&
                      std::any_of(words.begin(), end, [](const auto &word) {
                        return word.starts_with("-fplugin=") &&
                               word.ends_with("/CovermePass.so");
                      });
  if (!isOurs)
    return "";
  return words[1] == "--driver-mode=g++" ? "coverme-c++" : "coverme-cc";
}

} // namespace

bool asksForWarnings(const std::string &flag) {
  static constexpr std::array kOthers = {"-Wno-", "-Wl,", "-Wa,", "-Wp,"};
  if (flag.starts_with("-pedantic"))
    return true;
  return flag.starts_with("-W") &&
         std::none_of(kOthers.begin(), kOthers.end(), [&](const char *start) {
           return flag.starts_with(start);
         });
}

SourceFlags sourceFlags(const CompileCommand &command) {
  const std::vector<std::string> words =
      expanded(command.arguments, command.directory);
  SourceFlags result;
  size_t at = 0;
  while (at + 1 < words.size() && isLauncher(words[at]))
    ++at;
  const std::string replaced = replacedBy(std::span(words).subspan(at));
  if (at < words.size())
    result.compiler = words[at++];
  if (!replaced.empty()) {
    result.compiler = replaced;
    at =
        static_cast<size_t>(std::ranges::find(words, kOursEnd) - words.begin());
  }
  constexpr std::string_view kNoError = "-Wno-error=";
  std::vector<std::string> &flags = result.flags;
  for (; at < words.size(); ++at) {
    const std::string &word = words[at];
    const bool hasNext = at + 1 < words.size();
    if (word == "--")
      break; // the source follows
    if (word == "-Ofast") {
      flags.emplace_back("-ffast-math"); // what it says of the semantics
    } else if (word.starts_with(kNoError)) {
      // gcc knows not all of clang's names, and passes over this form of them.
      flags.push_back("-Wno-" + word.substr(kNoError.size()));
    } else if (dropsNext(word)) {
      ++at;
    } else if (!word.starts_with('-') || isDropped(word)) {
      continue; // the source and what goes to the linker among them
    } else if (keepsNext(word) && hasNext) {
      const std::string &next = words[++at];
      if (word == "-Xclang" && next == "-include-pch")
        at += 2; // -Xclang FILE
      else if (word != "-D" || !next.starts_with("_FORTIFY_SOURCE"))
        flags.insert(flags.end(), {word, next});
    } else {
      flags.push_back(word);
      if (hasNext && folderFlagOf(word) == word)
        flags.push_back(words[++at]);
    }
  }
  flags = absoluteFlags(flags, command.directory);
  if (takesCForCxx(result.compiler) &&
      languageOf(command.file) == Language::C &&
      std::ranges::none_of(flags, [](const std::string &flag) {
        return flag.starts_with("-x");
      }))
    flags.insert(flags.begin(), {"-x", "c++"});
  return result;
}

std::vector<std::string>
compilationFlags(const std::vector<std::string> &flags) {
  std::vector<std::string> kept;
  for (size_t at = 0; at < flags.size(); ++at) {
    const std::string &flag = flags[at];
    if ((keepsNext(flag) || flag == "-Xlinker") && at + 1 < flags.size())
      kept.insert(kept.end(), {flag, flags[++at]});
    else if (isAboutOutput(flag))
      at += dropsNext(flag) ? 1 : 0;
    else if (!isInstrumentation(flag))
      kept.push_back(flag);
  }
  return kept;
}

std::vector<std::string> absoluteFlags(const std::vector<std::string> &flags,
                                       const fs::path &directory) {
  std::vector<std::string> result;
  for (size_t at = 0; at < flags.size(); ++at) {
    const std::string &word = flags[at];
    const bool hasNext = at + 1 < flags.size();
    const std::string flag = folderFlagOf(word);
    std::error_code error;
    if (keepsNext(word) && hasNext)
      result.insert(result.end(), {word, flags[++at]});
    else if (!flag.empty() && word == flag && hasNext)
      result.insert(result.end(),
                    {flag, pathFor(flag, flags[++at], directory)});
    else if (!flag.empty())
      result.push_back(flag +
                       pathFor(flag, word.substr(flag.size()), directory));
    else if (!word.starts_with('-') &&
             fs::exists(absoluteIn(directory, word), error))
      result.push_back(absoluteIn(directory, word));
    else
      result.push_back(word);
  }
  return result;
}

namespace {

// The flags in clang's complaints that it does not know or support.
std::set<std::string> complainedOf(const std::string &words) {
  static const std::regex pattern(
      "error: (?:unknown argument:?|unsupported option) '([^']+)'"
      "|error: (?:unsupported|invalid) argument '([^']*)' to option '([^']+)'"
      "|error: invalid value '([^']*)' in '([^']+)'");
  std::set<std::string> flags;
  for (std::sregex_iterator it(words.begin(), words.end(), pattern), end;
       it != end; ++it)
    if ((*it)[1].matched)
      flags.insert((*it)[1]);
    else if ((*it)[2].matched)
      flags.insert((*it)[3].str() + (*it)[2].str());
    else
      flags.insert((*it)[5].str() + (*it)[4].str());
  return flags;
}

} // namespace

std::vector<std::string> dropUnknown(std::vector<std::string> &flags) {
  // Macros and folders are none that it may not know. Nor are words for the
  // programs behind it (-mllvm WORD), which it does not look at.
  std::vector<std::string> asked;
  for (size_t at = 0; at < flags.size(); ++at)
    if (const std::string &flag = flags[at]; keepsNext(flag))
      ++at;
    else if (flag.starts_with("-f") || flag.starts_with("-m") ||
             flag.starts_with("--"))
      asked.push_back(flag);
  if (asked.empty())
    return {};
  std::vector<std::string> command = {clangProgram(), "-###", "-c"};
  command.insert(command.end(), asked.begin(), asked.end());
  command.insert(command.end(), {"-x", "c", "/dev/null"});
  const std::set<std::string> unknown =
      complainedOf(runProcess(command, plainMessages()).errors);
  std::vector<std::string> dropped, kept;
  for (size_t at = 0; at < flags.size(); ++at)
    if (keepsNext(flags[at]) && at + 1 < flags.size()) {
      kept.insert(kept.end(), {flags[at], flags[at + 1]});
      ++at;
    } else {
      (unknown.contains(flags[at]) ? dropped : kept).push_back(flags[at]);
    }
  flags = kept;
  return dropped;
}

namespace {

fs::path programOf(const std::string &name, const fs::path &directory) {
  const bool isPath = name.find('/') != std::string::npos;
  return findProgram(isPath ? absoluteIn(directory, name).string() : name)
      .value_or(fs::path());
}

} // namespace

std::string knownCompiler(const std::string &compiler,
                          const fs::path &directory) {
  const std::string called = fs::path(compiler).filename().string();
  if (called == "coverme-cc" || called == "coverme-c++")
    return called == "coverme-cc" ? "gcc" : "g++";
  const fs::path program = programOf(compiler, directory);
  std::error_code error;
  const fs::path real = fs::canonical(program, error);
  if (program.empty() || error)
    return "";
  for (const char *name : {"gcc", "g++", "clang", "clang++"})
    if (fs::canonical(programOf(name, "/"), error) == real && !error)
      return name;
  static const std::regex known(
      R"((.*-)?(gcc|g\+\+|clang|clang\+\+)(-[0-9.]+)?)");
  if (std::regex_match(program.filename().string(), known))
    return program.string();
  // ccache has links of the compilers' names.
  return std::regex_match(real.filename().string(), known) ? real.string() : "";
}

} // namespace coverme
