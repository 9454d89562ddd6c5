// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ForeignHeaders.h"

#include "support/Files.h"

#include <algorithm>
#include <string_view>

namespace coverme {

namespace fs = std::filesystem;

std::set<uint32_t> functionsOfCompilerHeaders(const Program &program) {
  std::set<uint32_t> found;
  for (size_t i = 0; i < program.modules.size(); ++i) {
    const uint32_t end = i + 1 < program.modules.size()
                             ? program.modules[i + 1].firstFunction
                             : static_cast<uint32_t>(program.functions.size());
    std::set<uint32_t> sources; // with debug information
    for (uint32_t f = program.modules[i].firstFunction; f < end; ++f)
      if (program.functions[f].line != 0)
        sources.insert(program.functions[f].source);
    for (uint32_t f = program.modules[i].firstFunction; f < end; ++f)
      if (program.functions[f].line == 0 &&
          sources.contains(program.functions[f].source))
        found.insert(f);
  }
  return found;
}

std::vector<fs::path> systemFolders(const std::vector<std::string> &flags) {
  std::vector<fs::path> folders = {"/usr/include", "/usr/lib",
                                   "/usr/local/include"};
  for (size_t i = 0; i < flags.size(); ++i)
    for (const std::string_view name : {"-isystem", "-idirafter"})
      if (flags[i] == name && i + 1 < flags.size())
        folders.push_back(fs::absolute(flags[i + 1]));
      else if (flags[i].starts_with(name) && flags[i] != name)
        folders.push_back(fs::absolute(flags[i].substr(name.size())));
  return folders;
}

bool isOfSystem(const Function &function,
                const std::vector<fs::path> &folders) {
  return std::ranges::any_of(folders, [&](const fs::path &folder) {
    return isWithin(function.file, folder);
  });
}

} // namespace coverme
