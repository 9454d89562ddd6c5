// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/c/Linker.h"

#include "Config.h"
#include "frontend/c/Flags.h"
#include "frontend/c/Programs.h"
#include "support/Demangled.h"
#include "support/PlainMessages.h"
#include "support/Stopwatch.h"
#include "support/Subprocess.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

namespace {

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

} // namespace

std::string listedSymbols(const std::set<std::string> &names) {
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

bool LinkError::canMakeUp() const {
  return fixed.empty() && !undefined.empty() &&
         std::ranges::none_of(undefined, [](const std::string &name) {
           return name.starts_with("__coverme_");
         });
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
                      what, listedSymbols(undefined)),
          "", undefined};
}

std::set<std::string> definedByFlags(const std::set<std::string> &names,
                                     const RunOptions &options,
                                     const fs::path &folder) {
  const std::vector<std::string> userWords =
      linkerWords(splitFlags(flagsOf(options)).link);
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
      linkerWords(splitFlags(flagsOf(options)).link);
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
