// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/LibraryCommands.h"

#include "project/Project.h"
#include "support/Error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fnmatch.h>
#include <glob.h>

namespace coverme {

namespace fs = std::filesystem;

std::vector<std::string> filesOf(const NightlyLibrary &library) {
  std::vector<std::string> files;
  if (!library.project.empty()) {
    for (const fs::path &source : Project(library.project).sources())
      if (library.files.empty() ||
          std::ranges::any_of(library.files, [&](const std::string &each) {
            return ::fnmatch(each.c_str(), source.c_str(), 0) == 0;
          }))
        files.push_back(source);
  } else {
    for (const std::string &pattern : library.files) {
      glob_t found{};
      if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
        files.insert(files.end(), found.gl_pathv,
                     found.gl_pathv + found.gl_pathc);
      ::globfree(&found);
    }
  }
  if (files.empty())
    fail(ExitCode::BadInput, "there are no files");
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<std::string> wordsOf(const Manifest &manifest,
                                 const NightlyLibrary &library,
                                 const std::string &file, unsigned effort,
                                 const std::vector<std::string> &more) {
  std::vector<std::string> words = {file};
  if (!library.project.empty())
    words.insert(words.end(), {"-p", library.project});
  words.insert(words.end(), library.options.begin(), library.options.end());
  words.insert(words.end(),
               {"--max-evals", std::to_string(manifest.evaluations * effort),
                "--timeout", fmt::format("{}", manifest.timeout * effort)});
  words.insert(words.end(), more.begin(), more.end());
  if (!library.flags.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), library.flags.begin(), library.flags.end());
  }
  return words;
}

} // namespace coverme
