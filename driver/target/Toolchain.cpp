// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "target/Toolchain.h"

#include "Config.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

fs::path libraryFolder() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path &candidate :
       {self.parent_path() / "../lib/coverme", fs::path(kBuildLibraryFolder)})
    if (fs::exists(candidate / "CovermePass.so", error))
      return candidate.lexically_normal();
  fail(ExitCode::Internal, "cannot find CovermePass.so beside '{}'",
       self.string());
}

namespace {

void checkIsCSource(const fs::path &source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (status.type() == fs::file_type::none)
    fail(ExitCode::BadInput, "cannot read '{}': {}", source.string(),
         error.message());
  if (!fs::exists(status))
    fail(ExitCode::BadInput, "no such file: '{}'", source.string());
  if (fs::is_directory(status))
    fail(ExitCode::BadInput, "'{}' is a folder, not a C file", source.string());
  const std::string extension = source.extension();
  if (extension != ".c" && extension != ".i")
    fail(ExitCode::BadInput,
         "'{}' is not a C source (.c or .i); other languages are not supported",
         source.string());
  // Several compilers read it.
  if (!fs::is_regular_file(status))
    fail(ExitCode::BadInput, "'{}' is not a regular file", source.string());
  // Says why when it is not readable.
  if (const size_t at = readFile(source).find('\0'); at != std::string::npos)
    fail(ExitCode::BadInput, "'{}' is not a C source: byte {} is zero",
         source.string(), at);
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

void requireSuccess(const ProcessResult &result, const std::string &what,
                    const char *hint) {
  if (!result.succeeded())
    throw Error(ExitCode::CompileFailed, what + hint,
                result.output + result.errors);
}

} // namespace

const std::vector<std::string> &semanticFlags() {
  static const std::vector<std::string> flags = {
      "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
      "-fno-delete-null-pointer-checks"};
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
    side.push_back(flag);
    const auto &takers = isLink ? withLinkArgument : withCompileArgument;
    if (takers.contains(flag) && i + 1 < flags.size())
      side.push_back(flags[++i]);
  }
  return split;
}

Built compileInstrumented(const fs::path &source,
                          const std::vector<std::string> &flags,
                          const fs::path &folder, DebugInfo debugInfo) {
  checkIsCSource(source);
  const SplitFlags user = splitFlags(flags);
  Built result{folder / "instrumented.o", 0};

  // -g feeds the pass's tables; COVERME_STRIP_DEBUG then drops it, so that no
  // time goes into DWARF that nobody reads. The budget is a tenth of the
  // default: with that, the register allocator takes minutes over functions of
  // thousands of branches, to split what it spills in the end. Functions of
  // libm's size stay well below either.
  std::vector<std::string> compile = {
      kClang,
      "-c",
      "-g",
      "-O1",
      "-fPIC",
      "-w",
      "-fno-color-diagnostics",
      "-mllvm",
      "-grow-region-complexity-budget=1000",
      "-fplugin=" + (libraryFolder() / "CovermeFrontend.so").string(),
      "-fplugin-arg-coverme-keep-unused",
      "-fpass-plugin=" + (libraryFolder() / "CovermePass.so").string()};
  compile.insert(compile.end(), semanticFlags().begin(), semanticFlags().end());
  compile.insert(compile.end(), user.compile.begin(), user.compile.end());
  // The tables are read from the object file, which bitcode is not.
  compile.insert(compile.end(), {"-fno-lto", "-o", result.path, source});
  ProcessOptions environment;
  environment.environment = {
      fmt::format("COVERME_STRIP_DEBUG={}",
                  debugInfo == DebugInfo::Dropped ? 1 : 0),
      "COVERME_EMBED_IR=1"};
  const Stopwatch watch;
  requireSuccess(runProcess(compile, environment),
                 fmt::format("'{}' does not compile", source.string()), "");
  result.seconds = watch.seconds();
  return result;
}

Built linkInstrumented(const fs::path &object, const fs::path &source,
                       const std::vector<std::string> &flags) {
  Built result{fs::path(object).replace_extension(".so"), 0};
  std::vector<std::string> link = {kLinker,
                                   "-shared",
                                   "-Bsymbolic",
                                   "-z",
                                   "defs",
                                   "-z",
                                   "now",
                                   "-z",
                                   "text",
                                   "--build-id=none",
                                   "-o",
                                   result.path,
                                   object,
                                   "--whole-archive",
                                   libraryFolder() / "libcoverme_runtime.a",
                                   libraryFolder() / "libcoverme_guards.a",
                                   "--no-whole-archive"};
  const std::vector<std::string> userWords =
      linkerWords(splitFlags(flags).link);
  link.insert(link.end(), userWords.begin(), userWords.end());
  // The compiler's own libraries (-lstdc++, -lgfortran) lie beside libgcc.
  link.insert(link.end(), {"-L" + fs::path(kLibgcc).parent_path().string(),
                           "-lm", "-lc", kLibgcc});
  const Stopwatch watch;
  requireSuccess(runProcess(link),
                 fmt::format("'{}' does not link", source.string()),
                 "; give the libraries or objects that it needs after --");
  result.seconds = watch.seconds();
  return result;
}

} // namespace coverme
