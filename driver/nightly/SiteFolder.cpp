// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteFolder.h"

#include "support/Error.h"
#include "support/Files.h"

#include <sstream>
#include <utility>

namespace coverme {

namespace fs = std::filesystem;

namespace {

// What tells the folder from others, and lists the site's files.
constexpr const char *kMark = ".coverme-site";
constexpr std::string_view kMarkLine = "coverme-site/1\n";

bool isInside(const std::string &name) {
  const fs::path path = fs::path(name).lexically_normal();
  return path.is_relative() && !path.empty() && *path.begin() != ".." &&
         path != ".";
}

bool isSame(const fs::path &file, std::string_view text) {
  std::error_code error;
  const uintmax_t size = fs::file_size(file, error);
  return !error && size == text.size() && readFile(file) == text;
}

} // namespace

SiteFolder::SiteFolder(fs::path path) : folder(std::move(path)) {
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path mark = folder / kMark;
  if (!error && fs::exists(mark, error)) {
    const std::string text = readFile(mark);
    if (!text.starts_with(kMarkLine))
      fail(ExitCode::BadInput, "'{}' is damaged, or of another coverme",
           mark.string());
    std::istringstream lines(text.substr(kMarkLine.size()));
    for (std::string line; std::getline(lines, line);)
      if (isInside(line))
        before.insert(line);
    return;
  }
  if (!error && !fs::is_empty(folder, error) && !error)
    fail(ExitCode::BadInput,
         "'{}' is not empty and no site of coverme's: name another folder",
         folder.string());
  if (error)
    fail(ExitCode::BadInput, "cannot write to '{}': {}", folder.string(),
         error.message());
  writeFileAtomically(mark, kMarkLine);
}

void SiteFolder::makeFolderOf(const std::string &name) {
  const std::string parent = fs::path(name).parent_path();
  if (parent.empty() || !folders.insert(parent).second)
    return;
  std::error_code error;
  fs::create_directories(folder / parent, error);
  if (error)
    fail(ExitCode::BadInput, "cannot make '{}': {}", (folder / parent).string(),
         error.message());
}

void SiteFolder::write(const std::string &name, std::string_view text) {
  written.insert(name);
  makeFolderOf(name);
  const fs::path path = folder / name;
  if (isSame(path, text))
    return;
  writeFileAtomically(path, text);
  ++differing;
}

void SiteFolder::finish() {
  std::string list(kMarkLine);
  for (const std::string &name : written)
    list += name + '\n';
  for (const std::string &name : before)
    if (!written.contains(name)) {
      std::error_code error;
      fs::remove(folder / name, error); // it may be gone already
      for (fs::path parent = fs::path(name).parent_path(); !parent.empty();
           parent = parent.parent_path())
        if (!fs::remove(folder / parent, error))
          break; // something is in it
    }
  const fs::path mark = folder / kMark;
  if (!isSame(mark, list))
    writeFileAtomically(mark, list);
}

} // namespace coverme
