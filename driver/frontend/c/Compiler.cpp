// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Compiler.h"

#include "coverme/filter.h"
#include "coverme/fuel.h"
#include "coverme/marks.h"
#include "coverme/meaning.h"
#include "coverme/mutants.h"
#include "coverme/sources.h"
#include "frontend/c/Flags.h"
#include "frontend/c/LLVMPrograms.h"
#include "frontend/c/Programs.h"
#include "support/Demangled.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/NearestName.h"
#include "support/PlainMessages.h"
#include "support/SideBySide.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// The sources in the folder of one that is not there, by name.
std::vector<std::string> sourcesBeside(const fs::path &source) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(
           source.has_parent_path() ? source.parent_path() : ".", error);
       !error && at != fs::directory_iterator(); at.increment(error))
    if (const fs::path name = at->path().filename();
        isSourceInC(name) || languageOf(name) == Language::Ir)
      names.push_back(name.string());
  std::ranges::sort(names);
  return names;
}

void checkIsSource(const fs::path &source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (status.type() == fs::file_type::none)
    fail(ExitCode::BadInput, "cannot read '{}': {}", source.string(),
         error.message());
  if (!fs::exists(status))
    fail(ExitCode::BadInput, "no such file: '{}'{}", source.string(),
         suggestion(source.filename().string(), sourcesBeside(source), ""));
  if (fs::is_directory(status))
    fail(ExitCode::BadInput, "'{}' is a folder, not a C file", source.string());
  if (const std::string end = source.extension();
      end == ".la" || end == ".lo" || end == ".lai")
    fail(ExitCode::BadInput,
         "'{}' is libtool's; the library or the object is in '{}'",
         source.string(), (source.parent_path() / ".libs").string());
  if (!isSourceInC(source) && languageOf(source) != Language::Ir)
    fail(ExitCode::BadInput,
         "'{}' is no source in C (.c, .i), C++ (.cc, .cpp, .cxx, .ii) or LLVM "
         "IR (.ll, .bc); code in another language can be given as IR",
         source.string());
  // Several compilers read it.
  if (!fs::is_regular_file(status))
    fail(ExitCode::BadInput, "'{}' is not a regular file", source.string());
  // Says why when it is not readable.
  if (const size_t at = readFile(source).find('\0');
      at != std::string::npos && source.extension() != ".bc")
    fail(ExitCode::BadInput, "'{}' is not a C source: byte {} is zero",
         source.string(), at);
}

std::vector<std::string> quoted(const std::vector<fs::path> &files) {
  std::vector<std::string> list;
  for (const fs::path &file : files)
    list.push_back("'" + file.string() + "'");
  return list;
}

// A dynamic_cast to a final class asks the library for it, as others do, and
// compares no tables.
constexpr const char *kCastsByLibrary = "-fno-assume-unique-vtables";

// -g feeds the pass's tables (and stands behind the user's flags once more, of
// which one may be -g0); COVERME_STRIP_DEBUG then drops it, so that no
// time goes into DWARF that nobody reads. The budget is a tenth of the
// default: with that, the register allocator takes minutes over functions of
// thousands of branches, to split what it spills in the end. Functions of
// libm's size stay well below either. By the names of blocks, the pass knows
// branches that are clang's own.
std::vector<std::string> compilerWithPass() {
  std::vector<std::string> command = {
      clangProgram(), "-c", "-g", "-O1", "-fPIC", "-w",
      "-fno-color-diagnostics", "-fno-discard-value-names", "-mllvm",
      "-grow-region-complexity-budget=1000",
      // What classes consist of, also where their constructors are elsewhere.
      "-fstandalone-debug",
      // Or its result would say nothing of how far bytes are from equal
      // (runtime/interposers/Compare.cpp).
      "-fno-builtin-memcmp",
      // LLVM takes it that these leave errno as it is.
      "-fno-builtin-malloc", "-fno-builtin-calloc",
      // Code of C++ that comes to its end without a result goes on, as code of
      // C does, and as gcc has it.
      "-fno-strict-return", kCastsByLibrary,
      // What overruns a local array is to end there, and not in our frames.
      "-fstack-protector-strong", kNamesOfGcc,
      "-fpass-plugin=" + libraryFile("CovermePass.so").string()};
  command.insert(command.end(), flagsOfClang().begin(), flagsOfClang().end());
  command.insert(command.end(), semanticFlags().begin(), semanticFlags().end());
  return command;
}

// Has the linker a name mean what is defined by another one?
bool redefinesNames(std::string_view word) {
  static const std::set<std::string_view> kFlags = {
      "T", "defsym", "just-symbols", "script", "wrap"};
  const std::string_view name =
      word.substr(std::min(word.find_first_not_of('-'), word.size()));
  return word.starts_with('-') &&
         kFlags.contains(name.substr(0, name.find('=')));
}

// The first of the flags by which the code is another one than clang shows, in
// a phrase; empty if there is none. These are what one of the compilers gets
// alone, what clang passes over and gcc may not, and what changes the program
// when it starts. clang is asked only about flags that it may not know.
std::string changingFlag(const RunOptions &options) {
  for (const std::string &flag : options.clangFlags)
    if (!keepsMeaning(flag))
      return fmt::format("clang alone is given {}", flag);
  const auto [flags, linkFlags] = splitFlags(flagsOf(options));
  for (const std::string &word : linkerWords(linkFlags))
    if (redefinesNames(word))
      return fmt::format("names have other definitions with {}", word);
  static constexpr std::array kPlain = {"-D", "-I", "-O", "-U", "-W",
                                        "-g", "-i", "-s", "-w"};
  // gcc lays out objects in another way then, calculates with more bits, heeds
  // directives, or fills variables with other bytes.
  static const std::set<std::string_view> kOfGcc = {
      "-fpack-struct",  "-mms-bitfields",
      "-malign-double", "-mno-sse",
      "-mno-sse2",      "-mfpmath=387",
      "-mfpmath=both",  "-mfpmath=sse+387",
      "-fopenacc",      "-ftrivial-auto-var-init=pattern"};
  // Ours is ahead of the user's flags.
  for (const std::string &flag : flags)
    if (flag == "-fno-wrapv" || flag == "-fstrict-overflow")
      return fmt::format("signed overflow gives anything with {}", flag);
  for (const std::string &flag : flags)
    if (kOfGcc.contains(flag) || flag.starts_with("-fpack-struct="))
      return fmt::format("compilers differ in what {} means", flag);
  const auto isPlain = [](const std::string &flag) {
    if (flag == "-Ofast")
      return false;
    return !(flag.starts_with('-') || flag.starts_with('@')) ||
           std::any_of(
               kPlain.begin(), kPlain.end(),
               [&](const char *start) { return flag.starts_with(start); }) ||
           std::find(semanticFlags().begin(), semanticFlags().end(), flag) !=
               semanticFlags().end();
  };
  if (std::all_of(flags.begin(), flags.end(), isPlain))
    return "";
  std::vector<std::string> command = {clangProgram(), "-###"};
  for (const std::string &flag : flags)
    if (flag != "-w")
      command.push_back(flag);
  command.insert(command.end(), {"-x", "c", "/dev/null"});
  const ProcessResult ran = runProcess(command, {});
  if (ran.errors.find("crtfastmath") != std::string::npos)
    return "the program takes subnormal numbers for zeros from its start";
  for (const char *words : {"optimization flag '", "does not support '"}) {
    const size_t at = ran.errors.find(words);
    if (at == std::string::npos)
      continue;
    const size_t start = ran.errors.find('\'', at) + 1;
    return fmt::format(
        "clang passes over {}",
        ran.errors.substr(start, ran.errors.find('\'', start) - start));
  }
  return "";
}

// COVERME_PREPROCESS_VARIABLE and its value: how the compiler of the replay
// preprocesses the source.
std::string preprocessVariable(const RunOptions &options,
                               const fs::path &source) {
  std::vector<std::string> command = {options.gcovCompiler, "-E", "-w"};
  command.insert(command.end(), semanticFlags().begin(), semanticFlags().end());
  if (isClang(options.gcovCompiler))
    command.insert(command.end(), flagsOfClang().begin(), flagsOfClang().end());
  for (const std::string &flag : splitFlags(flagsOf(options)).compile)
    command.push_back(flag);
  command.push_back(source);
  const bool isLines =
      std::ranges::all_of(command, [](const std::string &word) {
        return word.find('\n') == std::string::npos;
      });
  return fmt::format(
      COVERME_PREPROCESS_VARIABLE "={}",
      fmt::join(isLines ? command : std::vector<std::string>(), "\n"));
}

// What COVERME_MARKS_VARIABLE is set to.
std::string joinedMarks(const std::vector<std::string> &marks) {
  for (const std::string &mark : marks)
    if (mark.find(COVERME_MARKS_SEPARATOR) != std::string::npos)
      fail(ExitCode::BadInput, "the place '{}' contains a '{}'", mark,
           COVERME_MARKS_SEPARATOR);
  return fmt::format("{}",
                     fmt::join(marks, std::string(1, COVERME_MARKS_SEPARATOR)));
}

// What a compiler that crashes leaves goes away with `folder`.
ProcessOptions passEnvironment(DebugInfo debugInfo, const fs::path &folder,
                               const std::vector<std::string> &marks = {},
                               const std::vector<std::string> &mutated = {}) {
  ProcessOptions options = plainMessages();
  options.environment.insert(
      options.environment.end(),
      {fmt::format("COVERME_STRIP_DEBUG={}",
                   debugInfo == DebugInfo::Dropped ? 1 : 0),
       "COVERME_EMBED_IR=1", COVERME_PLAIN_LOOPS_VARIABLE "=0",
       "TMPDIR=" + folder.string(),
       // The user's, for builds of others.
       COVERME_MATCH_VARIABLE "=", COVERME_SKIP_VARIABLE "=",
       COVERME_LIST_VARIABLE "=",
       fmt::format("{}={}", COVERME_MARKS_VARIABLE, joinedMarks(marks)),
       fmt::format("{}={}", COVERME_MUTANTS_VARIABLE,
                   fmt::join(mutated, "\n"))});
  return options;
}

// What keeps functions that nothing calls, where `unused` says so.
std::vector<std::string> frontendFlags(const RunOptions &options,
                                       const fs::path &source, Unused unused) {
  if (languageOf(source) == Language::Ir)
    return {};
  std::vector<std::string> flags = {"-fplugin=" +
                                    libraryFile("CovermeFrontend.so").string()};
  if (unused == Unused::Kept)
    flags.emplace_back("-fplugin-arg-coverme-keep-members");
  if (unused != Unused::Dropped) {
    flags.emplace_back("-fplugin-arg-coverme-keep-unused");
    if (!options.entry.empty())
      flags.push_back("-fplugin-arg-coverme-keep-unused=" + options.entry);
  }
  // Others may define them where something is linked.
  if (source == options.source &&
      !linkerWords(splitFlags(flagsOf(options)).link).empty())
    flags.emplace_back("-fplugin-arg-coverme-declared-makers");
  return flags;
}

[[noreturn]] void failToCompile(const RunOptions &options,
                                const fs::path &source,
                                const ProcessResult &ran) {
  throwIfNoRoom(ran);
  if (ran.errors.find("multiple output files") != std::string::npos)
    for (const std::string &flag : options.allFlags())
      if (isSourceInC(flag))
        fail(ExitCode::BadInput,
             "'{}' behind -- is no flag; --with {} makes it a part of the "
             "program",
             flag, flag);
  // The compiler is another one than the plugin is for.
  constexpr std::string_view kPlugin = "coverme's plugin is for ";
  if (const size_t at = ran.errors.find(kPlugin); at != std::string::npos)
    fail(ExitCode::BadInput, "{}",
         ran.errors.substr(at, ran.errors.find('\n', at) - at));
  const auto isNew = [&](const std::string &flag) {
    return ran.errors.find(flag) != std::string::npos;
  };
  if (isNew(fmt::format("in '{}'", kNamesOfGcc)) ||
      isNew(fmt::format("argument: '{}'", kCastsByLibrary)))
    fail(ExitCode::BadInput,
         "coverme's plugin is for LLVM {}, but this is LLVM 16 or older; use "
         "{}",
         kLlvmVersion, kClang);
  constexpr std::string_view kOfGcc = "unrecognized command-line option";
  if (ran.errors.find(kOfGcc) != std::string::npos)
    fail(ExitCode::BadInput,
         "'{}' is no clang; --clang and COVERME_CLANG want {}", clangProgram(),
         kClang);
  throw Error(ExitCode::CompileFailed,
              fmt::format("'{}' does not compile", source.string()),
              ran.output + ran.errors);
}

// Bitcode of one source of several, in `folder`. Nobody asks for functions of
// `with` that nothing calls.
std::vector<fs::path> compileModules(const RunOptions &options,
                                     const fs::path &folder, Unused unused) {
  const std::vector<fs::path> sources = options.sources();
  const std::vector<std::string> user = clangFlagsOf(options);
  const std::string ignored = changingFlag(options);
  std::vector<fs::path> modules;
  for (size_t i = 0; i < sources.size(); ++i)
    modules.push_back(folder / fmt::format("module-{}.bc", i));
  const auto start = [&](size_t i) {
    std::vector<std::string> compile = compilerWithPass();
    for (const std::string &flag : frontendFlags(
             options, sources[i],
             options.isCounted(static_cast<uint32_t>(i)) ? unused
                                                         : Unused::Dropped))
      compile.push_back(flag);
    compile.insert(compile.end(), user.begin(), user.end());
    compile.insert(compile.end(), {"-g", "-fno-lto", "-emit-llvm", "-o",
                                   "/dev/null", sources[i]});
    ProcessOptions environment = plainMessages();
    environment.environment.insert(
        environment.environment.end(),
        {"TMPDIR=" + folder.string(),
         fmt::format("{}={}", COVERME_MODULE_VARIABLE, modules[i].string()),
         fmt::format("{}={}", COVERME_SOURCE_VARIABLE, i),
         fmt::format("{}={}", COVERME_OPEN_MEANING_VARIABLE, ignored),
         preprocessVariable(options, sources[i])});
    return std::make_unique<Process>(compile, environment);
  };
  runSideBySide(sources.size(), start, [&](size_t i, const ProcessResult &ran) {
    if (!ran.succeeded())
      failToCompile(options, sources[i], ran);
  });
  return modules;
}

// The name that LLVM's linker says is defined twice; empty if it says something
// else.
std::string definedTwiceIn(const std::string &words) {
  constexpr std::string_view kBefore = "Linking globals named '";
  constexpr std::string_view kBehind = "': symbol multiply defined";
  const size_t end = words.find(kBehind);
  const size_t mark = words.rfind(kBefore, end);
  if (end == std::string::npos || mark == std::string::npos)
    return "";
  const size_t begin = mark + kBefore.size();
  return words.substr(begin, end - begin);
}

} // namespace

Built compileInstrumented(const RunOptions &options, const fs::path &folder,
                          DebugInfo debugInfo, Unused unused,
                          const std::vector<std::string> &mutated) {
  for (const fs::path &source : options.sources())
    checkIsSource(source);
  const std::vector<std::string> user = clangFlagsOf(options);
  const Stopwatch watch;
  Built result{folder / "instrumented.o", 0};
  std::vector<std::string> compile = compilerWithPass();
  ProcessOptions environment =
      passEnvironment(debugInfo, folder, options.marks, mutated);
  // The tables are read from the object file, which bitcode is not.
  const std::vector<std::string> target = {"-g", "-fno-lto", "-o", result.path};
  const bool isOne = options.sources().size() == 1;
  if (isOne) {
    for (const std::string &flag :
         frontendFlags(options, options.source, unused))
      compile.push_back(flag);
    environment.environment.push_back(fmt::format(
        "{}={}", COVERME_OPEN_MEANING_VARIABLE, changingFlag(options)));
    environment.environment.push_back(
        preprocessVariable(options, options.source));
  }
  compile.insert(compile.end(), user.begin(), user.end());
  compile.insert(compile.end(), target.begin(), target.end());
  if (isOne) {
    compile.push_back(options.source);
  } else {
    const std::vector<fs::path> modules =
        compileModules(options, folder, unused);
    for (size_t i = 1; i < modules.size(); ++i)
      compile.insert(compile.end(),
                     {"-Xclang", "-mlink-bitcode-file", "-Xclang", modules[i]});
    compile.insert(compile.end(), {"-x", "ir", modules[0]});
  }
  const ProcessResult ran = runProcess(compile, environment);
  if (!ran.succeeded()) {
    if (const std::string name = definedTwiceIn(ran.errors); !name.empty())
      fail(ExitCode::CompileFailed, "'{}' is defined in more than one of {}",
           demangled(name), fmt::join(quoted(options.sources()), ", "));
    failToCompile(options, options.source, ran);
  }
  result.seconds = watch.seconds();
  return result;
}

std::vector<fs::path> compilePlain(const RunOptions &options,
                                   const fs::path &folder) {
  const std::vector<fs::path> sources = options.sources();
  const std::vector<std::string> user = clangFlagsOf(options);
  fs::create_directory(folder);
  std::vector<fs::path> objects;
  for (const fs::path &source : sources) {
    checkIsSource(source);
    objects.push_back(folder / fmt::format("{}.o", objects.size()));
  }
  const auto start = [&](size_t i) {
    std::vector<std::string> compile = {
        clangProgram(),           "-c",       "-O0", "-fPIC", "-w",
        "-fno-color-diagnostics", kNamesOfGcc};
    compile.insert(compile.end(), flagsOfClang().begin(), flagsOfClang().end());
    compile.insert(compile.end(), semanticFlags().begin(),
                   semanticFlags().end());
    for (const std::string &flag :
         frontendFlags(options, sources[i], Unused::Kept))
      compile.push_back(flag);
    compile.insert(compile.end(), user.begin(), user.end());
    compile.insert(compile.end(), {"-fno-lto", "-o", objects[i], sources[i]});
    return std::make_unique<Process>(
        compile, passEnvironment(DebugInfo::Dropped, folder));
  };
  runSideBySide(sources.size(), start, [&](size_t i, const ProcessResult &ran) {
    if (!ran.succeeded())
      failToCompile(options, sources[i], ran);
  });
  return objects;
}

std::string readAssumptions(const std::string &text, size_t count,
                            const fs::path &folder) {
  const fs::path source = folder / "assumptions.c";
  writeFileAtomically(source, text);
  // As the harness will be.
  std::vector<std::string> command = compilerWithPass();
  command.insert(command.end(),
                 {"-fsyntax-only", "-fno-caret-diagnostics",
                  "-fplugin=" + libraryFile("CovermeFrontend.so").string(),
                  fmt::format("-fplugin-arg-coverme-assumptions={}", count),
                  source});
  const ProcessResult ran = runProcess(command);
  if (ran.succeeded())
    return ran.output;
  // "--assume:1:5: error: ...", the first of them.
  constexpr std::string_view kMark = "error: ";
  const size_t at = ran.errors.find(kMark);
  if (at == std::string::npos)
    throw Error(ExitCode::Internal, "the assumptions do not compile",
                ran.errors);
  const size_t begin = at + kMark.size();
  fail(ExitCode::BadInput, "--assume does not compile: {}",
       ran.errors.substr(begin, ran.errors.find('\n', begin) - begin));
}

Built compileHarness(const std::string &text, const fs::path &folder,
                     HarnessSpeed speed) {
  const fs::path source = folder / "harness.c";
  writeFileAtomically(source, text);
  Built result{folder / "harness.o", 0};
  std::vector<std::string> compile = compilerWithPass();
  compile.insert(compile.end(), {"-g0", "-o", result.path, source});
  if (speed == HarnessSpeed::OfCompiler)
    compile.emplace_back("-O0");
  const Stopwatch watch;
  const ProcessResult ran =
      runProcess(compile, passEnvironment(DebugInfo::Dropped, folder));
  if (!ran.succeeded()) {
    throwIfNoRoom(ran);
    throw Error(ExitCode::Internal, "the harness does not compile", ran.errors);
  }
  result.seconds = watch.seconds();
  return result;
}

} // namespace coverme
