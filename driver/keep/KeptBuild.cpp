// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/KeptBuild.h"

#include "evidence/Replay.h"
#include "frontend/c/Flags.h"
#include "keep/TestText.h"
#include "project/CompileCommands.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// Is it the first C, which has no // comments?
bool isStrictC90(const std::string &flag) {
  static const std::set<std::string> names = {"-ansi", "-std=c89", "-std=c90",
                                              "-std=iso9899:1990",
                                              "-std=iso9899:199409"};
  return names.contains(flag);
}

// Flags as they are seen from a folder: paths in them, and files that they are.
// Without warnings, which are for the source's own build, and with the dialect
// of C that takes both the source and the tests.
std::vector<std::string>
flagsFrom(const std::vector<std::string> &flags,
          const std::function<std::string(const fs::path &)> &seen) {
  static const std::vector<std::string> takers = {
      "-isystem", "-idirafter", "-iquote", "-include", "-imacros", "-I", "-L"};
  std::vector<std::string> result;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string &flag = flags[i];
    const auto taker =
        std::find_if(takers.begin(), takers.end(), [&](const std::string &one) {
          return flag.starts_with(one);
        });
    std::error_code error;
    if (taker != takers.end() && flag.size() > taker->size()) {
      result.push_back(*taker + seen(flag.substr(taker->size())));
    } else if (taker != takers.end() && i + 1 < flags.size()) {
      result.push_back(flag);
      // A header may be one that -I has.
      const std::string &path = flags[++i];
      result.push_back(fs::exists(path, error) ? seen(path) : path);
    } else if (!flag.starts_with('-') && fs::exists(flag, error)) {
      result.push_back(seen(flag));
    } else if (isStrictC90(flag)) {
      result.insert(result.end(),
                    {"-std=gnu89", "-trigraphs", "-D__STRICT_ANSI__"});
    } else if (!asksForWarnings(flag)) {
      result.push_back(flag);
    }
  }
  return result;
}

std::string cmakeWord(const std::string &word) {
  std::string quoted = "\"";
  for (const char c : word)
    quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return quoted + "\"";
}

} // namespace

KeptBuild::KeptBuild(const std::string &kind, const RunResult &result,
                     fs::path folder)
    : kind(kind), result(result), folder(std::move(folder)),
      entry(result.entry()), prefix(identifier(entry.fileName())),
      isCxx(languageOf(sourceOf(result.options, entry)) == Language::Cxx) {}

std::string KeptBuild::testFile() const {
  return prefix + (isCxx || isGoogle() ? "_test.cpp" : "_test.c");
}

std::string KeptBuild::callFile() const {
  return prefix + (isCxx ? "_call.cpp" : "_call.c");
}

// A path as one writes it in a file of the folder.
std::string KeptBuild::seen(const fs::path &path) const {
  const fs::path from = fs::weakly_canonical(fs::absolute(folder));
  return fs::weakly_canonical(fs::absolute(path))
      .lexically_relative(from)
      .string();
}

std::string KeptBuild::sourcePath() const {
  return seen(sourceOf(result.options, entry));
}

// The user's, and ours ahead of them; `prefix` ahead of paths.
SplitFlags KeptBuild::flags(const std::string &prefix) const {
  SplitFlags split = splitFlags(flagsOf(result.options));
  const auto see = [&](const fs::path &path) { return prefix + seen(path); };
  std::vector<std::string> compile = semanticFlags();
  for (std::string &flag : flagsFrom(split.compile, see))
    compile.push_back(std::move(flag));
  split.compile = std::move(compile);
  split.link = flagsFrom(split.link, see);
  split.link.emplace_back("-lm");
  if (!isAllC(result.options))
    split.link.emplace_back("-lstdc++");
  return split;
}

// The sources beside the entry's.
std::vector<std::string> KeptBuild::others() const {
  std::vector<std::string> list;
  const std::vector<fs::path> sources = result.options.sources();
  for (size_t i = 0; i < sources.size(); ++i)
    if (i != entry.source)
      list.push_back(seen(sources[i]));
  return list;
}

std::string KeptBuild::command() const {
  const SplitFlags split = flags("");
  std::string command = isCxx ? "c++" : "cc";
  for (const std::string &word : split.compile)
    command += " " + word;
  command += " " + testFile();
  for (const std::string &word : others())
    command += fmt::format(" -Dmain={} {}", kHiddenMain, word);
  for (const std::string &word : split.link)
    command += " " + word;
  return command + " && ./a.out";
}

// What has the source, with its flags: GoogleTest does not want them.
std::string KeptBuild::cmakeObjects(const std::string &target,
                                    const std::string &files,
                                    const std::string &compile) const {
  if (!isGoogle())
    return fmt::format("add_executable({0} {1})\n"
                       "target_compile_options({0} PRIVATE{2})\n",
                       target, files, compile);
  return fmt::format("add_library({0}_call OBJECT {2})\n"
                     "target_compile_options({0}_call PRIVATE{3})\n"
                     "add_executable({1} {4} $<TARGET_OBJECTS:{0}_call>)\n",
                     name(), target, files, compile, testFile());
}

std::string KeptBuild::cmakeText(const std::vector<size_t> &kept) const {
  // The compiler runs in the folder of the build.
  const SplitFlags split = flags("${CMAKE_CURRENT_SOURCE_DIR}/");
  const auto words = [](const std::vector<std::string> &list) {
    std::string text;
    for (const std::string &word : list)
      text += "\n  " + cmakeWord(word);
    return text;
  };
  const std::string target = name() + "_test";
  const std::string includes = isGoogle() ? callFile() : testFile();
  const std::vector<std::string> more = others();
  const bool needsCxx = isCxx || isGoogle() || !isAllC(result.options);
  std::string text = fmt::format(
      "cmake_minimum_required(VERSION 3.16)\n"
      "project({0} {1})\n"
      "enable_testing()\n"
      "set(SOURCE {2} CACHE FILEPATH \"The source under test\")\n"
      "{3}"
      "set_source_files_properties({4} PROPERTIES\n"
      "  COMPILE_DEFINITIONS \"SOURCE=\\\"${{SOURCE}}\\\"\"\n"
      "  OBJECT_DEPENDS ${{SOURCE}})\n"
      "target_link_libraries({0} PRIVATE{5})\n",
      target, needsCxx ? "C CXX" : "C",
      fmt::format("\"${{CMAKE_CURRENT_SOURCE_DIR}}/{}\"", sourcePath()),
      cmakeObjects(target, includes + words(more), words(split.compile)),
      includes, words(split.link));
  if (!more.empty())
    text += fmt::format("set_source_files_properties({}\n"
                        "  PROPERTIES COMPILE_DEFINITIONS main={})\n",
                        words(more).substr(3), kHiddenMain);
  if (isGoogle())
    return text + fmt::format("find_package(GTest REQUIRED)\n"
                              "target_link_libraries({0} PRIVATE "
                              "GTest::gtest GTest::gtest_main)\n"
                              "include(GoogleTest)\n"
                              "gtest_discover_tests({0})\n",
                              target);
  return text + fmt::format("foreach(number {})\n"
                            "  add_test(NAME {}.${{number}} COMMAND {} "
                            "${{number}})\n"
                            "endforeach()\n",
                            fmt::join(kept, " "), name(), target);
}

} // namespace coverme
