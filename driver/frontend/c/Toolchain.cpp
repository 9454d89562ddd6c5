// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Toolchain.h"

#include "Config.h"
#include "coverme/filter.h"
#include "coverme/fuel.h"
#include "coverme/marks.h"
#include "coverme/meaning.h"
#include "coverme/mutants.h"
#include "coverme/sources.h"
#include "frontend/c/LLVMPrograms.h"
#include "support/Demangled.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/PlainMessages.h"
#include "support/SideBySide.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

fs::path libraryFolder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path &candidate : {self.parent_path() / "../lib/coverme",
                                    self.parent_path() / kLibrariesFromBin})
    if (fs::exists(candidate / "CovermePass.so", error))
      return candidate.lexically_normal();
  fail(ExitCode::Internal, "cannot find CovermePass.so beside '{}'",
       self.string());
}

fs::path libraryFile(const char *name) {
  const fs::path path = libraryFolder() / name;
  std::error_code error;
  if (!fs::exists(path, error))
    fail(ExitCode::Internal, "cannot find '{}', which is a part of coverme",
         path.string());
  return path;
}

std::string clangProgram() {
  const char *wish = std::getenv(kClangVariable);
  return wish != nullptr && *wish != '\0' ? wish : kClang;
}

void useClang(const std::string &program) {
  if (program.empty())
    return;
  const bool isPath = program.find('/') != std::string::npos;
  const std::string wish =
      isPath ? fs::absolute(program).string() : program; // from any folder
  ::setenv(kClangVariable, wish.c_str(), true);
}

namespace {

const std::map<std::string, Language> &languages() {
  static const std::map<std::string, Language> byExtension = {
      {".c", Language::C},     {".i", Language::C},     {".cc", Language::Cxx},
      {".cpp", Language::Cxx}, {".cxx", Language::Cxx}, {".C", Language::Cxx},
      {".ii", Language::Cxx},  {".ll", Language::Ir},   {".bc", Language::Ir}};
  return byExtension;
}

void checkIsSource(const fs::path &source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (status.type() == fs::file_type::none)
    fail(ExitCode::BadInput, "cannot read '{}': {}", source.string(),
         error.message());
  if (!fs::exists(status))
    fail(ExitCode::BadInput, "no such file: '{}'", source.string());
  if (fs::is_directory(status))
    fail(ExitCode::BadInput, "'{}' is a folder, not a C file", source.string());
  if (!languages().contains(source.extension()))
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

// What is linked names a shared library as the linker was told, and is loaded
// in another folder.
std::string fromAnyFolder(const std::string &flag) {
  std::error_code error;
  const bool isShared =
      !flag.starts_with('-') &&
      (flag.ends_with(".so") || flag.find(".so.") != flag.npos);
  return isShared && fs::exists(flag, error) ? fs::absolute(flag).string()
                                             : flag;
}

// Where the linker looks for shared libraries, the loader is to look, too.
void addLoaderFolders(std::vector<std::string> &link) {
  std::vector<std::string> words;
  for (size_t i = 0; i < link.size(); ++i) {
    if (!link[i].starts_with("-L"))
      continue;
    const bool isAlone = link[i] == "-L" && i + 1 < link.size();
    const fs::path folder = isAlone ? link[i + 1] : link[i].substr(2);
    std::error_code error;
    if (fs::is_directory(folder, error))
      words.insert(words.end(),
                   {"-Xlinker", "-rpath", "-Xlinker",
                    fs::absolute(folder).lexically_normal().string()});
  }
  link.insert(link.end(), words.begin(), words.end());
}

bool isLinkInput(std::string_view flag) {
  for (const char *suffix : {".a", ".o", ".so"})
    if (flag.ends_with(suffix))
      return true;
  return flag.find(".so.") != std::string_view::npos;
}

// The linker is called without a compiler driver around it (which would cost
// another process or two), so driver flags are put in its own words.
std::vector<std::string> linkerWords(const std::vector<std::string> &flags) {
  std::vector<std::string> words;
  for (const std::string &flag : flags) {
    if (flag == "-Xlinker" || flag == "-pthread")
      continue;
    if (!flag.starts_with("-Wl,")) {
      words.push_back(flag);
      continue;
    }
    std::string_view rest = std::string_view(flag).substr(4);
    while (!rest.empty()) {
      const size_t comma = std::min(rest.find(','), rest.size());
      words.emplace_back(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  return words;
}

// The objects that ld calls unfit for a shared one, such as "libfoo.a(foo.o)".
std::set<std::string> fixedObjectsIn(const std::string &words) {
  std::set<std::string> objects;
  const auto add = [&](size_t end) {
    const size_t begin =
        end == std::string::npos ? end : words.rfind(": ", end - 1);
    if (begin != std::string::npos)
      objects.insert(words.substr(begin + 2, end - begin - 2));
  };
  // "LINKER: OBJECT: relocation R_X86_64_32 against ..."
  constexpr std::string_view kMark = "recompile with -fPIC";
  for (size_t mark = words.find(kMark); mark != std::string::npos;
       mark = words.find(kMark, mark + 1))
    add(words.rfind(": relocation ", mark));
  // "LINKER: OBJECT: warning: relocation in read-only section ..."
  if (objects.empty())
    add(words.find(": warning: relocation in read-only section"));
  return objects;
}

std::vector<std::string> quoted(const std::vector<fs::path> &files) {
  std::vector<std::string> list;
  for (const fs::path &file : files)
    list.push_back("'" + file.string() + "'");
  return list;
}

// The first few, and how many more there are.
std::string listed(const std::set<std::string> &names) {
  constexpr size_t kShown = 5;
  std::vector<std::string> shown;
  for (const std::string &name : names)
    if (shown.size() < kShown)
      shown.push_back("'" + demangled(name) + "'");
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (names.size() > shown.size())
    text += fmt::format(" and {} more", names.size() - shown.size());
  return text;
}

} // namespace

Language languageOf(const fs::path &source) {
  const auto found = languages().find(source.extension());
  return found == languages().end() ? Language::C : found->second;
}

bool isSourceInC(const fs::path &file) {
  return languages().contains(file.extension()) &&
         languageOf(file) != Language::Ir;
}

const std::vector<std::string> &semanticFlags() {
  static const std::vector<std::string> flags = {
      "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
      "-fno-delete-null-pointer-checks"};
  return flags;
}

std::vector<std::string> flagsOf(const RunOptions &options) {
  std::vector<std::string> flags = options.allFlags();
  // Or the compiler computes constants in round-to-nearest.
  if (options.inputs.roundingModes)
    flags.insert(flags.begin(), "-frounding-math");
  return flags;
}

SplitFlags splitFlags(const std::vector<std::string> &flags) {
  // Flags whose argument is a word of its own.
  static const std::set<std::string> withLinkArgument = {"-L", "-l",
                                                         "-Xlinker"};
  static const std::set<std::string> withCompileArgument = {"-D",
                                                            "-I",
                                                            "-MF",
                                                            "-MQ",
                                                            "-MT",
                                                            "-U",
                                                            "-idirafter",
                                                            "-imacros",
                                                            "-include",
                                                            "-iprefix",
                                                            "-iquote",
                                                            "-isysroot",
                                                            "-isystem",
                                                            "-iwithprefix",
                                                            "-Xassembler",
                                                            "-Xclang",
                                                            "-Xpreprocessor",
                                                            "-x",
                                                            "-mllvm",
                                                            "-target"};
  SplitFlags split;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string &flag = flags[i];
    const bool isLink = flag.starts_with("-L") || flag.starts_with("-l") ||
                        flag.starts_with("-Wl,") || flag == "-Xlinker" ||
                        (!flag.starts_with('-') && isLinkInput(flag));
    std::vector<std::string> &side = isLink ? split.link : split.compile;
    side.push_back(isLink ? fromAnyFolder(flag) : flag);
    const auto &takers = isLink ? withLinkArgument : withCompileArgument;
    if (takers.contains(flag) && i + 1 < flags.size())
      side.push_back(flags[++i]);
  }
  addLoaderFolders(split.link);
  return split;
}

namespace {

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
      // What overruns a local array is to end there, and not in our frames.
      "-fstack-protector-strong", kNamesOfGcc,
      "-fpass-plugin=" + libraryFile("CovermePass.so").string()};
  command.insert(command.end(), semanticFlags().begin(), semanticFlags().end());
  return command;
}

// The first of the flags by which the code is another one than clang shows, in
// a phrase; empty if there is none. These are what clang passes over and gcc
// may not, and what changes the program when it starts. clang is asked only
// about flags that it may not know.
std::string changingFlag(const std::vector<std::string> &flags) {
  static constexpr std::array kPlain = {"-D", "-I", "-O", "-U", "-W",
                                        "-g", "-i", "-s", "-w"};
  // gcc lays out objects in another way then, or calculates with more bits.
  static const std::set<std::string_view> kOfLayout = {
      "-fpack-struct", "-mms-bitfields", "-malign-double", "-mno-sse",
      "-mno-sse2",     "-mfpmath=387",   "-mfpmath=both",  "-mfpmath=sse+387"};
  // Ours is ahead of the user's flags.
  for (const std::string &flag : flags)
    if (flag == "-fno-wrapv" || flag == "-fstrict-overflow")
      return fmt::format("signed overflow gives anything with {}", flag);
  for (const std::string &flag : flags)
    if (kOfLayout.contains(flag) || flag.starts_with("-fpack-struct="))
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

} // namespace

namespace {

// What keeps functions that nothing calls, where `unused` says so.
std::vector<std::string> frontendFlags(const RunOptions &options,
                                       const fs::path &source, Unused unused) {
  if (languageOf(source) == Language::Ir)
    return {};
  std::vector<std::string> flags = {"-fplugin=" +
                                    libraryFile("CovermeFrontend.so").string()};
  if (unused == Unused::Kept) {
    flags.emplace_back("-fplugin-arg-coverme-keep-unused");
    if (!options.entry.empty())
      flags.push_back("-fplugin-arg-coverme-keep-unused=" + options.entry);
  }
  // Others may define them where something is linked.
  if (source == options.source &&
      !linkerWords(splitFlags(options.allFlags()).link).empty())
    flags.emplace_back("-fplugin-arg-coverme-declared-makers");
  return flags;
}

[[noreturn]] void failToCompile(const fs::path &source,
                                const ProcessResult &ran) {
  throwIfNoRoom(ran);
  // The compiler is another one than the plugin is for.
  constexpr std::string_view kPlugin = "coverme's plugin is for ";
  if (const size_t at = ran.errors.find(kPlugin); at != std::string::npos)
    fail(ExitCode::BadInput, "{}",
         ran.errors.substr(at, ran.errors.find('\n', at) - at));
  if (ran.errors.find(fmt::format("in '{}'", kNamesOfGcc)) != std::string::npos)
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
  const SplitFlags user = splitFlags(flagsOf(options));
  const std::string ignored = changingFlag(user.compile);
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
    compile.insert(compile.end(), user.compile.begin(), user.compile.end());
    compile.insert(compile.end(), {"-g", "-fno-lto", "-emit-llvm", "-o",
                                   "/dev/null", sources[i]});
    ProcessOptions environment = plainMessages();
    environment.environment.insert(
        environment.environment.end(),
        {"TMPDIR=" + folder.string(),
         fmt::format("{}={}", COVERME_MODULE_VARIABLE, modules[i].string()),
         fmt::format("{}={}", COVERME_SOURCE_VARIABLE, i),
         fmt::format("{}={}", COVERME_OPEN_MEANING_VARIABLE, ignored)});
    return std::make_unique<Process>(compile, environment);
  };
  runSideBySide(sources.size(), start, [&](size_t i, const ProcessResult &ran) {
    if (!ran.succeeded())
      failToCompile(sources[i], ran);
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
  const SplitFlags user = splitFlags(flagsOf(options));
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
        "{}={}", COVERME_OPEN_MEANING_VARIABLE, changingFlag(user.compile)));
  }
  compile.insert(compile.end(), user.compile.begin(), user.compile.end());
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
    failToCompile(options.source, ran);
  }
  result.seconds = watch.seconds();
  return result;
}

std::vector<fs::path> compilePlain(const RunOptions &options,
                                   const fs::path &folder) {
  const std::vector<fs::path> sources = options.sources();
  const SplitFlags user = splitFlags(flagsOf(options));
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
    compile.insert(compile.end(), semanticFlags().begin(),
                   semanticFlags().end());
    for (const std::string &flag :
         frontendFlags(options, sources[i], Unused::Kept))
      compile.push_back(flag);
    compile.insert(compile.end(), user.compile.begin(), user.compile.end());
    compile.insert(compile.end(), {"-fno-lto", "-o", objects[i], sources[i]});
    return std::make_unique<Process>(
        compile, passEnvironment(DebugInfo::Dropped, folder));
  };
  runSideBySide(sources.size(), start, [&](size_t i, const ProcessResult &ran) {
    if (!ran.succeeded())
      failToCompile(sources[i], ran);
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

std::set<std::string> undefinedIn(const std::string &words) {
  constexpr std::string_view kMark = "undefined reference to `";
  std::set<std::string> names;
  for (size_t at = words.find(kMark); at != std::string::npos;
       at = words.find(kMark, at)) {
    at += kMark.size();
    names.insert(words.substr(at, words.find('\'', at) - at));
  }
  return names;
}

LinkError linkErrorOf(const fs::path &source, const std::string &words) {
  const std::string what = fmt::format("'{}' does not link", source.string());
  const std::set<std::string> undefined = undefinedIn(words);
  if (const std::set<std::string> fixed = fixedObjectsIn(words); !fixed.empty())
    return {fmt::format("{}: '{}' was compiled without -fPIC, and becomes a "
                        "part of a shared object here; compile it with -fPIC",
                        what, *fixed.begin()),
            "", undefined, fixed};
  if (undefined.empty())
    return {what, words, {}};
  // Ours is defined.
  constexpr std::string_view kAbi = "__coverme_abi_version_";
  if (std::ranges::any_of(undefined, [&](const std::string &name) {
        return name.starts_with(kAbi);
      }))
    return {fmt::format("{}: an object was compiled with coverme-cc or the "
                        "plugin of another version of coverme; compile it "
                        "again",
                        what),
            "", undefined};
  return {fmt::format("{}: nobody defines {}; give the files that do (--with "
                      "FILE.c), or libraries and objects after --, or have "
                      "them made up with --stub-undefined",
                      what, listed(undefined)),
          "", undefined};
}

bool isAllC(const RunOptions &options) {
  const std::vector<fs::path> sources = options.sources();
  return std::all_of(sources.begin(), sources.end(), [](const fs::path &each) {
    return languageOf(each) == Language::C;
  });
}

std::set<std::string> definedByFlags(const std::set<std::string> &names,
                                     const RunOptions &options,
                                     const fs::path &folder) {
  const std::vector<std::string> userWords =
      linkerWords(splitFlags(options.allFlags()).link);
  if (names.empty() || userWords.empty())
    return {};
  std::vector<std::string> link = {kLinker, "-shared", "-o",
                                   folder / "defined.so"};
  for (const std::string &name : names)
    link.insert(link.end(), {"-y", name});
  link.insert(link.end(), userWords.begin(), userWords.end());
  link.push_back("-L" + fs::path(kLibgcc).parent_path().string());
  const ProcessResult ran = runProcess(link, plainMessages());
  std::set<std::string> defined;
  constexpr std::string_view kMark = ": definition of ";
  const std::string said = ran.output + ran.errors;
  for (size_t at = said.find(kMark); at != std::string::npos;
       at = said.find(kMark, at + 1)) {
    const size_t begin = at + kMark.size();
    defined.insert(said.substr(begin, said.find('\n', begin) - begin));
  }
  return defined;
}

Built linkInstrumented(const std::vector<fs::path> &objects,
                       const RunOptions &options, const fs::path &target) {
  Built result{target, 0};
  std::vector<std::string> link = {kLinker,
                                   "-shared",
                                   "-Bsymbolic",
                                   "--eh-frame-hdr",
                                   "-z",
                                   "defs",
                                   "-z",
                                   "now",
                                   "-z",
                                   "text",
                                   "--build-id=none",
                                   "--no-demangle", // see undefinedIn()
                                   "-o",
                                   result.path};
  link.insert(link.end(), objects.begin(), objects.end());
  link.insert(link.end(),
              {"--whole-archive", libraryFile("libcoverme_runtime.a"),
               libraryFile("libcoverme_interposers.a"), "--no-whole-archive"});
  const std::vector<std::string> userWords =
      linkerWords(splitFlags(options.allFlags()).link);
  link.insert(link.end(), userWords.begin(), userWords.end());
  // The compiler's own libraries (-lstdc++, -lgfortran) lie beside libgcc.
  link.push_back("-L" + fs::path(kLibgcc).parent_path().string());
  // Code that throws, or cleans up behind exceptions, calls these.
  link.emplace_back("--as-needed");
  if (!isAllC(options))
    link.emplace_back("-lstdc++");
  link.insert(link.end(), {"-lgcc_s", "--no-as-needed", "-lm", "-lc", kLibgcc});
  const Stopwatch watch;
  const ProcessResult ran = runProcess(link, plainMessages());
  if (!ran.succeeded()) {
    throwIfNoRoom(ran);
    throw linkErrorOf(options.source, ran.output + ran.errors);
  }
  result.seconds = watch.seconds();
  return result;
}

} // namespace coverme
