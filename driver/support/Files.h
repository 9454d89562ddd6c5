// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that appear whole or not at all, and folders that go away.
#ifndef COVERME_DRIVER_SUPPORT_FILES_H
#define COVERME_DRIVER_SUPPORT_FILES_H

#include "support/FileDescriptor.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coverme {

// The folder for temporary files: $TMPDIR, or else /tmp.
std::filesystem::path temporaryBase();

// A new folder below temporaryBase(), removed with all in it by the
// destructor. It is locked (flock) as long as its owner or a process that the
// owner forked lives, which tells the folders of dead runs from the others.
class TemporaryFolder {
public:
  TemporaryFolder(); // throws Error(BadInput) when it cannot be made
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
  FileDescriptor lock;
};

// A file without a name, which only this process and its children can open.
class MemoryFile {
public:
  explicit MemoryFile(std::string_view text); // throws Error(Internal)

  std::filesystem::path path() const;

private:
  FileDescriptor file;
};

// Removes the temporary folders below $TMPDIR that dead runs of this user have
// left. What cannot be removed stays.
void removeDeadFolders();

// The whole file. Throws Error(BadInput) naming it and the reason.
std::string readFile(const std::filesystem::path &path);

// Throws Error(BadInput), naming the folder and the reason, unless files can be
// made in it. Removes files that dead runs were about to write there.
void checkWritable(const std::filesystem::path &folder);

// Are the last parts of `path` those of `ending`? "lib2/x.c" ends "a/lib2/x.c".
bool endsWith(const std::filesystem::path &path,
              const std::filesystem::path &ending);

// Of each path as many last parts as tell it from the others: "lib1/x.c",
// "lib2/x.c" and "y.c".
std::map<std::filesystem::path, std::string>
toldApart(const std::set<std::filesystem::path> &paths);

// Is the path that of the folder, or below it? Compares names alone, without
// asking the file system.
bool isWithin(const std::filesystem::path &path,
              const std::filesystem::path &folder);

// The path that a symbolic link leads to in the end, whether or not there is a
// file. The path itself if it is no link, or one in a circle.
std::filesystem::path linkTarget(const std::filesystem::path &path);

// Writes to a temporary file beside `path`, locked as a TemporaryFolder is, and
// renames it, so that a reader never sees a part. Throws Error(BadInput) naming
// the file and the reason.
void writeFileAtomically(const std::filesystem::path &path,
                         std::string_view text);
// The same for what `write` writes, which need not fit into memory. Nothing is
// left when it throws.
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
