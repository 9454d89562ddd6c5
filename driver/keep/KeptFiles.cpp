// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "keep/KeptFiles.h"

#include "coverme/abi.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Subprocess.h"

#include <fmt/format.h>

namespace coverme {
namespace {

namespace fs = std::filesystem;

// In the first line of a file, whatever begins a comment there.
constexpr std::string_view kMark =
    "Kept by coverme --emit, until it is edited: checksum ";

bool isEmptyOrMissing(const fs::path &folder) {
  std::error_code error;
  return !fs::exists(folder, error) || fs::is_empty(folder, error);
}

bool hasOurs(const fs::path &folder) {
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.is_regular_file(error) &&
        keptState(readFile(entry.path())) != KeptState::Foreign)
      return true;
  return false;
}

// A folder as --all makes them: with one for each function.
bool hasOursBelow(const fs::path &folder) {
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, error))
    if (entry.is_directory(error) && hasOurs(entry.path()))
      return true;
  return false;
}

std::string difference(const fs::path &file, const std::string &text) {
  const MemoryFile fresh(text);
  ProcessOptions options;
  options.input = fresh.path();
  const std::string name = file.string();
  return runProcess({"diff", "-u", "--label", name, "--label", name, name, "-"},
                    options)
      .output;
}

} // namespace

// FNV-1a: against accidents, not against an adversary.
std::string checksum(std::string_view text) {
  return fmt::format("{:016x}", coverme_checksum(text.data(), text.size()));
}

std::string markedText(const KeptFile &file) {
  // In XML, a comment has no two hyphens; a processing instruction may.
  const bool isXml = file.name.ends_with(".xml");
  const char *begin = isXml                           ? "<?coverme"
                      : file.name == "CMakeLists.txt" ? "#"
                                                      : "//";
  return fmt::format("{} {}{}{}\n{}", begin, kMark, checksum(file.text),
                     isXml ? "?>" : "", file.text);
}

KeptState keptState(std::string_view text) {
  const size_t end = text.find('\n');
  const std::string_view head = text.substr(0, end);
  const size_t at = head.find(kMark);
  if (end == std::string_view::npos || at == std::string_view::npos)
    return KeptState::Foreign;
  std::string_view sum = head.substr(at + kMark.size());
  if (sum.ends_with("?>"))
    sum.remove_suffix(2);
  return sum == checksum(text.substr(end + 1)) ? KeptState::Intact
                                               : KeptState::Edited;
}

void checkKeptFolder(const fs::path &folder, bool update) {
  std::error_code error;
  if (isEmptyOrMissing(folder))
    return;
  if (!fs::is_directory(folder, error))
    fail(ExitCode::BadInput, "--emit: '{}' is no folder", folder.string());
  if (!hasOurs(folder) && !hasOursBelow(folder))
    fail(ExitCode::BadInput,
         "--emit: '{}' has files, and none of coverme's: name a new folder",
         folder.string());
  if (!update)
    fail(ExitCode::BadInput,
         "--emit: '{}' has tests already: --update rewrites those that nobody "
         "edited",
         folder.string());
}

std::string writeKept(const std::vector<KeptFile> &files,
                      const fs::path &folder, bool update) {
  std::string changes;
  for (const KeptFile &file : files) {
    const fs::path path = folder / file.name;
    const std::string text = markedText(file);
    std::error_code error;
    if (fs::exists(path, error)) {
      const std::string before = readFile(path);
      if (before == text)
        continue;
      const KeptState state = keptState(before);
      if (!update || state != KeptState::Intact) {
        changes += fmt::format(
            "coverme: note: '{}' is left as it is: {}\n", path.string(),
            state == KeptState::Foreign  ? "it is not ours"
            : state == KeptState::Edited ? "somebody edited it"
                                         : "--update rewrites it");
        continue;
      }
      changes += difference(path, text);
    }
    writeFileAtomically(path, text);
  }
  return changes;
}

} // namespace coverme
