// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Flags.h"

#include "frontend/c/Programs.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

namespace {

const std::map<std::string, Language> &languages() {
  static const std::map<std::string, Language> byExtension = {
      {".c", Language::C},     {".i", Language::C},     {".cc", Language::Cxx},
      {".cpp", Language::Cxx}, {".cxx", Language::Cxx}, {".C", Language::Cxx},
      {".ii", Language::Cxx},  {".ll", Language::Ir},   {".bc", Language::Ir}};
  return byExtension;
}

bool isSharedLibrary(const std::string &flag) {
  std::error_code error;
  return !flag.starts_with('-') &&
         (flag.ends_with(".so") || flag.find(".so.") != flag.npos) &&
         fs::exists(flag, error);
}

// What is linked names a shared library as the linker was told, and is loaded
// in another folder.
std::string fromAnyFolder(const std::string &flag) {
  return isSharedLibrary(flag) ? fs::absolute(flag).string() : flag;
}

// Where the linker looks for shared libraries, or finds one that is named by
// its path, the loader is to look, too: in the folders of a build, as CMake has
// it for programs that are not installed, and also for what the libraries need
// in turn, which is what the old tag (DT_RPATH) means.
void addLoaderFolders(std::vector<std::string> &link) {
  std::vector<std::string> folders;
  const auto add = [&](const fs::path &folder) {
    std::error_code error;
    std::string name = fs::absolute(folder).lexically_normal();
    if (fs::is_directory(folder, error) &&
        std::ranges::find(folders, name) == folders.end())
      folders.push_back(std::move(name));
  };
  for (size_t i = 0; i < link.size(); ++i)
    if (link[i] == "-L" && i + 1 < link.size())
      add(link[i + 1]);
    else if (link[i].starts_with("-L") && link[i].size() > 2)
      add(link[i].substr(2));
    else if (isSharedLibrary(link[i]))
      add(fs::absolute(link[i]).parent_path());
  if (!folders.empty())
    link.insert(link.end(), {"-Xlinker", "--disable-new-dtags"});
  for (const std::string &folder : folders)
    link.insert(link.end(), {"-Xlinker", "-rpath", "-Xlinker", folder});
}

bool isLinkInput(std::string_view flag) {
  for (const char *suffix : {".a", ".o", ".so"})
    if (flag.ends_with(suffix))
      return true;
  return flag.find(".so.") != std::string_view::npos;
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

bool isAllC(const RunOptions &options) {
  const std::vector<fs::path> sources = options.sources();
  return std::all_of(sources.begin(), sources.end(), [](const fs::path &each) {
    return languageOf(each) == Language::C;
  });
}

const std::vector<std::string> &semanticFlags() {
  static const std::vector<std::string> flags = {
      "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv",
      "-fno-delete-null-pointer-checks"};
  return flags;
}

bool isClang(const std::string &compiler) {
  return fs::path(compiler).filename().string().find("clang") !=
         std::string::npos;
}

const std::vector<std::string> &flagsOfClang() {
  static const std::vector<std::string> flags = {
      "-isystem", libraryFile("c11"),
      "-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
      "-Wno-error=int-conversion", "-Wno-register",
      "-Wno-error=incompatible-function-pointer-types",
      // gcc has these as well, and clang would take them for functions.
      "-D__builtin_finite(x)=__builtin_isfinite((double)(x))",
      "-D__builtin_finitef(x)=__builtin_isfinite((float)(x))",
      "-D__builtin_finitel(x)=__builtin_isfinite((long double)(x))",
      "-D__builtin_isinff(x)=__builtin_isinf((float)(x))",
      "-D__builtin_isinfl(x)=__builtin_isinf((long double)(x))",
      "-D__builtin_isnanf(x)=__builtin_isnan((float)(x))",
      "-D__builtin_isnanl(x)=__builtin_isnan((long double)(x))"};
  return flags;
}

bool keepsMeaning(const std::string &flag) {
  static constexpr std::array kStarts = {"-W",
                                         "-w",
                                         "-g",
                                         "-mtune=",
                                         "-fPI",
                                         "-fpi",
                                         "-fasynchronous-unwind-tables",
                                         "-fbracket-depth=",
                                         "-fcf-protection",
                                         "-fcolor-",
                                         "-fdata-sections",
                                         "-fdebug-",
                                         "-fdiagnostics-",
                                         "-ferror-limit=",
                                         "-ffunction-sections",
                                         "-fno-limit-debug-info",
                                         "-fno-omit-frame-pointer",
                                         "-fno-plt",
                                         "-fno-standalone-debug",
                                         "-fomit-frame-pointer",
                                         "-fstack-clash-protection",
                                         "-fstack-protector",
                                         "-fstandalone-debug",
                                         "-ftemplate-depth=",
                                         "-fvisibility"};
  // Not -Ofast, by which numbers are calculated otherwise.
  static const std::set<std::string_view> kWhole = {
      "-O", "-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz", "-march=x86-64"};
  // For the preprocessor and the assembler.
  const bool isPassedOn = flag.starts_with("-Wp,") || flag.starts_with("-Wa,");
  return kWhole.contains(flag) ||
         std::ranges::find(semanticFlags(), flag) != semanticFlags().end() ||
         (!isPassedOn && std::ranges::any_of(kStarts, [&](const char *start) {
           return flag.starts_with(start);
         }));
}

std::vector<std::string> flagsOf(const RunOptions &options) {
  std::vector<std::string> flags = options.allFlags();
  bool hasThreads = false;
  for (std::string &flag : flags)
    if (flag == "-fopenmp" || flag.starts_with("-fopenmp=")) {
      // It has the frontend see the directives: what hangs on them is not
      // proved.
      flag = "-fopenmp-simd";
      hasThreads = true;
    }
  // gcc has a header of its functions, clang has none. The macro is gcc 12's.
  if (hasThreads) {
    flags.insert(flags.begin(), "-D_OPENMP=201511");
    flags.insert(flags.end(),
                 {"-idirafter", libraryFile("openmp").string(), "-lgomp"});
  }
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
  // Our objects can be moved, whatever the project's are.
  static const std::set<std::string> ofPlaces = {"-fno-pic", "-fno-PIC",
                                                 "-fno-pie", "-fno-PIE"};
  SplitFlags split;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string &flag = flags[i];
    if (ofPlaces.contains(flag))
      continue;
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

std::vector<std::string> clangFlagsOf(const RunOptions &options) {
  std::vector<std::string> flags = splitFlags(flagsOf(options)).compile;
  flags.insert(flags.end(), options.clangFlags.begin(),
               options.clangFlags.end());
  return flags;
}

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

} // namespace coverme
