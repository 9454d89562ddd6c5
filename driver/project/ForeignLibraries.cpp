// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ForeignLibraries.h"

#include "support/ElfFile.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/PlainMessages.h"

#include <ranges>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// A shared library or a program.
bool isLinkedFile(const fs::path &file) {
  try {
    const GElf_Half type = ElfFile(file).type();
    return type == ET_DYN || type == ET_EXEC;
  } catch (const Error &) {
    return false;
  }
}

// Those that the loader finds for it: "libm.so.6 => /lib/libm.so.6 (0x...)".
std::vector<std::string> librariesOf(const fs::path &file) {
  std::istringstream lines(runProcess({"ldd", file}, plainMessages()).output);
  constexpr std::string_view kArrow = " => ";
  std::vector<std::string> libraries;
  for (std::string line; std::getline(lines, line);) {
    const size_t arrow = line.find(kArrow), address = line.rfind(" (0x");
    if (arrow == std::string::npos || address == std::string::npos)
      continue;
    const size_t begin = arrow + kArrow.size();
    if (begin < address && line[begin] == '/')
      libraries.push_back(line.substr(begin, address - begin));
  }
  return libraries;
}

// The linker takes a path, and the loader a name and folders.
std::vector<std::string> asFlags(const std::set<std::string> &found) {
  std::vector<std::string> flags(found.begin(), found.end());
  std::set<fs::path> folders;
  for (const std::string &library : found)
    folders.insert(fs::path(library).parent_path());
  for (const fs::path &folder : folders)
    if (!isWithin(folder, "/lib") && !isWithin(folder, "/usr/lib"))
      flags.push_back("-Wl,--disable-new-dtags,-rpath," + folder.string());
  return flags;
}

} // namespace

std::vector<std::string> foreignLibrariesOf(const fs::path &file) {
  const std::vector<std::string> found = librariesOf(file);
  return asFlags({found.begin(), found.end()});
}

std::vector<std::string> foreignLibrariesBelow(const fs::path &root) {
  std::set<fs::path> linked;
  std::error_code error;
  for (fs::recursive_directory_iterator
           at(root, fs::directory_options::skip_permission_denied, error),
       end;
       !error && at != end; at.increment(error))
    if (at->is_regular_file(error) && isLinkedFile(at->path()))
      linked.insert(at->path());
  constexpr size_t kMost = 100;
  std::set<std::string> found;
  for (const fs::path &file : linked | std::views::take(kMost))
    for (const std::string &library : librariesOf(file))
      if (!isWithin(library, root))
        found.insert(library);
  return asFlags(found);
}

} // namespace coverme
