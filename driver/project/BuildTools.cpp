// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/BuildTools.h"

#include "support/PlainMessages.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>

namespace coverme {
namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path &file) {
  std::error_code error;
  return fs::exists(file, error);
}

// The nearest folder that has the file: this one or one above it, up to `root`
// where that is above it.
std::optional<fs::path> folderWith(const char *name, fs::path folder,
                                   const fs::path &root) {
  for (; !isThere(folder / name); folder = folder.parent_path())
    if (folder == root || folder == folder.parent_path())
      return std::nullopt;
  return folder;
}

// A record is written as the build ends. One that is not, of `make -n` say, may
// have other flags than those that the objects were made with. Times of objects
// that are newer tell nothing: they may have been made again.
bool endsBuild(const fs::path &database, const std::vector<fs::path> &objects) {
  constexpr std::chrono::minutes kLongest(10); // links and tests included
  std::error_code error;
  const auto written = fs::last_write_time(database, error);
  return std::ranges::any_of(objects, [&](const fs::path &object) {
    std::error_code none;
    const auto made = fs::last_write_time(object, none);
    return !error && !none && made <= written && written - made <= kLongest;
  });
}

// CMake rewrites the file only when a flag of the target changes, and has its
// objects in a folder beside it, or below that.
bool isNewerThanFlags(const fs::path &object, const fs::path &root) {
  const std::optional<fs::path> folder =
      folderWith("flags.make", object.parent_path(), root);
  std::error_code bad, none;
  return folder &&
         fs::last_write_time(*folder / "flags.make", bad) <=
             fs::last_write_time(object, none) &&
         !bad && !none;
}

// Has Ninja nothing to do for these objects?
bool isDoneForNinja(const fs::path &folder,
                    const std::vector<fs::path> &objects) {
  std::vector<std::string> command = {"ninja", "-n"};
  for (const fs::path &object : objects)
    command.push_back(object.lexically_relative(folder));
  ProcessOptions options = plainMessages();
  options.directory = folder;
  const ProcessResult result = runProcess(command, options);
  return result.succeeded() &&
         result.output.find("no work to do") != std::string::npos;
}

} // namespace

std::set<size_t> commandsInForce(const fs::path &database,
                                 const std::vector<fs::path> &objects,
                                 const std::vector<CompileCommand> &commands) {
  const bool isRecord = endsBuild(database, objects);
  std::error_code error; // the database may be a link to that of the build
  const fs::path root = fs::canonical(database, error).parent_path();
  std::set<size_t> found;
  std::map<fs::path, std::set<size_t>> byNinja; // by its folder
  for (size_t i = 0; i < commands.size(); ++i) {
    const CompileCommand &command = commands[i];
    if (const auto folder = folderWith("build.ninja", command.directory, root))
      byNinja[*folder].insert(i);
    else if (folderWith("CMakeCache.txt", command.directory, root)
                 ? isNewerThanFlags(command.output, root)
                 : isRecord)
      found.insert(i);
  }
  if (!findProgram("ninja"))
    return found;
  for (const auto &[folder, which] : byNinja) {
    std::vector<fs::path> objects;
    for (const size_t i : which)
      objects.push_back(commands[i].output);
    if (isDoneForNinja(folder, objects))
      found.insert(which.begin(), which.end());
  }
  return found;
}

} // namespace coverme
