// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that appear whole or not at all, and folders that go away.
#ifndef COVERME_DRIVER_SUPPORT_FILES_H
#define COVERME_DRIVER_SUPPORT_FILES_H

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// A new folder below $TMPDIR (default /tmp), removed with all in it by the
// destructor.
class TemporaryFolder {
public:
  TemporaryFolder(); // throws Error(BadInput) when it cannot be made
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
};

// The whole file. Throws Error(BadInput) naming it and the reason.
std::string readFile(const std::filesystem::path &path);

// Throws Error(BadInput), naming the folder and the reason, unless files can be
// made in it.
void checkWritable(const std::filesystem::path &folder);

// Writes to a temporary name beside `path` and renames, so that a reader never
// sees a part. Throws Error(BadInput) naming the file and the reason.
void writeFileAtomically(const std::filesystem::path &path,
                         std::string_view text);
// The same for what `write` writes, which need not be held as a whole.
// require: `write` does not throw.
void writeFileAtomically(const std::filesystem::path &path,
                         const std::function<void(std::ostream &)> &write);

// A folder for results that the user named. The constructor makes it, with its
// parents, and checks that files can be made in it; the destructor takes away
// again what the constructor made, as far as it is empty, so that a run that
// fails leaves nothing behind.
class OutputFolder {
public:
  // Throws Error(BadInput) naming the folder and the reason.
  explicit OutputFolder(std::filesystem::path folder);
  ~OutputFolder();
  OutputFolder(const OutputFolder &) = delete;
  OutputFolder &operator=(const OutputFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  void removeWhatIsEmpty() const;

  std::filesystem::path folder;
  std::vector<std::filesystem::path> made; // innermost first
};

} // namespace coverme

#endif
